/* A splay tree of a few keys behind a lock; the key that each thread looks for is an input. No error. */
#include "input.h"

struct node {
  int key;
  struct node *left, *right;
};
struct node nodes[3] = {{2, &nodes[1], &nodes[2]}, {1, NULL, NULL}, {3, NULL, NULL}};
struct node *root = &nodes[0];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void splay(int key) { /* by single rotations */
  struct node *top = root;
  if (key < top->key && top->left != NULL) {
    root = top->left;
    top->left = root->right;
    root->right = top;
  } else if (key > top->key && top->right != NULL) {
    root = top->right;
    top->right = root->left;
    root->left = top;
  }
}

static void *finder(void *unused) {
  const int key = between(INPUT(1, 2), 1, 3);
  pthread_mutex_lock(&lock);
  splay(key);
  assert(root->key == key || (root->left == NULL || root->left->key < root->key));
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a = start(finder, NULL), b = start(finder, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
