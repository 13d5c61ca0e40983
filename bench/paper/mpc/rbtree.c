/* A red-black tree behind a lock; two threads insert one key each, inputs in a range. Afterwards its rules hold. No error. */
#include "input.h"

struct node {
  int key, red;
  struct node *left, *right;
};
struct node nodes[3];
struct node *root;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *rotate_left(struct node *h) {
  struct node *x = h->right;
  h->right = x->left;
  x->left = h;
  x->red = h->red;
  h->red = 1;
  return x;
}

static struct node *rotate_right(struct node *h) {
  struct node *x = h->left;
  h->left = x->right;
  x->right = h;
  x->red = h->red;
  h->red = 1;
  return x;
}

static int is_red(const struct node *n) { return n != NULL && n->red; }

static struct node *insert(struct node *h, struct node *n) { /* leaning to the left */
  if (h == NULL) return n;
  if (n->key < h->key) h->left = insert(h->left, n);
  else h->right = insert(h->right, n);
  if (is_red(h->right) && !is_red(h->left)) h = rotate_left(h);
  if (is_red(h->left) && is_red(h->left->left)) h = rotate_right(h);
  if (is_red(h->left) && is_red(h->right)) h->red = 1, h->left->red = h->right->red = 0;
  return h;
}

static int blacks(const struct node *n) { /* -1: the rules do not hold */
  if (n == NULL) return 1;
  if (n->red && (is_red(n->left) || is_red(n->right))) return -1;
  const int l = blacks(n->left), r = blacks(n->right);
  return l < 0 || l != r ? -1 : l + !n->red;
}

static void *inserter(void *argument) {
  struct node *n = argument;
  n->key = between(INPUT(1, 4), 0, 4);
  n->red = 1;
  pthread_mutex_lock(&lock);
  root = insert(root, n);
  root->red = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  nodes[0].key = 2;
  root = &nodes[0];
  pthread_t a = start(inserter, &nodes[1]), b = start(inserter, &nodes[2]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(blacks(root) > 0);
}
