// Functions of <search.h> and <stdlib.h> that call back or keep what they are given: lists, hashed tables, trees, and qsort_r. In the C library they
// would call the program in the middle of code that is not seen, and keep nodes that nobody sees.
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#define WEAK extern "C" __attribute__((weak))  // a program may have a function of its own by this name

namespace {

using Compare = int (*)(const void*, const void*);
using CompareWith = int (*)(const void*, const void*, void*);

// ---- Trees. They are not balanced: what a program sees of the shape is the depth that twalk tells.

struct Node {
  const void* key;  // comes first: programs read it through the pointer that they get
  Node *left, *right;
};

// Where the node with this key hangs, or would.
Node** find(const void* key, Node** root, Compare compare, Node** parent) {
  *parent = nullptr;
  while (*root != nullptr) {
    const int order = compare(key, (*root)->key);
    if (order == 0) break;
    *parent = *root;
    root = order < 0 ? &(*root)->left : &(*root)->right;
  }
  return root;
}

template <class Visit>
void walk(const Node* node, int depth, Visit visit) {
  if (node->left == nullptr && node->right == nullptr) return visit(node, leaf, depth);
  visit(node, preorder, depth);
  if (node->left != nullptr) walk(node->left, depth + 1, visit);
  visit(node, postorder, depth);
  if (node->right != nullptr) walk(node->right, depth + 1, visit);
  visit(node, endorder, depth);
}

void destroy(Node* node, void (*free_key)(void*)) {
  if (node == nullptr) return;
  destroy(node->left, free_key);
  destroy(node->right, free_key);
  free_key(const_cast<void*>(node->key));
  free(node);
}

// ---- qsort_r, by merging: equal elements keep their order, as in the C library.

void merge_sort(char* base, char* room, size_t count, size_t size, CompareWith compare, void* with) {
  if (count < 2) return;
  const size_t half = count / 2;
  merge_sort(base, room, half, size, compare, with);
  merge_sort(base + half * size, room, count - half, size, compare, with);
  char *a = base, *b = base + half * size, *to = room;
  const char *a_end = b, *b_end = base + count * size;
  while (a < a_end && b < b_end) {
    char*& smaller = compare(a, b, with) <= 0 ? a : b;
    memcpy(to, smaller, size);
    smaller += size;
    to += size;
  }
  memcpy(to, a, static_cast<size_t>(a_end - a));
  memcpy(base, room, static_cast<size_t>(to - room) + static_cast<size_t>(a_end - a));
}

// ---- Tables with keys that are strings.

struct Entry {
  ENTRY entry;
  bool used;
};
hsearch_data common;  // of hsearch

int find_entry(ENTRY item, ACTION action, ENTRY** found, hsearch_data* table) {
  auto* entries = reinterpret_cast<Entry*>(table->table);
  size_t at = 0;
  for (const char* c = item.key; *c != 0; ++c) at = at * 31 + static_cast<unsigned char>(*c);
  for (unsigned tried = 0; tried < table->size; ++tried, ++at) {
    Entry& e = entries[at % table->size];
    if (e.used && strcmp(e.entry.key, item.key) != 0) continue;
    if (!e.used) {
      if (action == FIND) break;
      e = {item, true};
      ++table->filled;
    }
    *found = &e.entry;
    return 1;
  }
  errno = action == FIND ? ESRCH : ENOMEM;
  *found = nullptr;
  return 0;
}

}  // namespace

WEAK void* tsearch(const void* key, void** root, Compare compare) {
  if (root == nullptr) return nullptr;
  Node* parent;
  Node** at = find(key, reinterpret_cast<Node**>(root), compare, &parent);
  if (*at == nullptr) {
    auto* made = static_cast<Node*>(malloc(sizeof(Node)));
    if (made == nullptr) return nullptr;
    *made = {key, nullptr, nullptr};
    *at = made;
  }
  return *at;
}
WEAK void* tfind(const void* key, void* const* root, Compare compare) {
  if (root == nullptr) return nullptr;
  Node* parent;
  return *find(key, reinterpret_cast<Node**>(const_cast<void**>(root)), compare, &parent);
}
WEAK void* tdelete(const void* __restrict key, void** __restrict root, Compare compare) {
  if (root == nullptr) return nullptr;
  Node* parent;
  Node** at = find(key, reinterpret_cast<Node**>(root), compare, &parent);
  Node* gone = *at;
  if (gone == nullptr) return nullptr;
  void* result = parent != nullptr ? parent : static_cast<void*>(root);  // of the last node something that is not null
  if (gone->left != nullptr && gone->right != nullptr) {
    // The next one takes its place.
    Node** next = &gone->right;
    while ((*next)->left != nullptr) next = &(*next)->left;
    gone->key = (*next)->key;
    at = next;
    gone = *next;
  }
  *at = gone->left != nullptr ? gone->left : gone->right;
  free(gone);
  return result;
}
WEAK void twalk(const void* root, __action_fn_t action) {
  if (root == nullptr || action == nullptr) return;
  walk(static_cast<const Node*>(root), 0, [=](const Node* node, VISIT when, int depth) { action(node, when, depth); });
}
WEAK void twalk_r(const void* root, void (*action)(const void*, VISIT, void*), void* closure) {
  if (root == nullptr || action == nullptr) return;
  walk(static_cast<const Node*>(root), 0, [=](const Node* node, VISIT when, int) { action(node, when, closure); });
}
WEAK void tdestroy(void* root, __free_fn_t free_key) { destroy(static_cast<Node*>(root), free_key); }

WEAK void* lfind(const void* key, const void* base, size_t* count, size_t size, Compare compare) {
  const char* at = static_cast<const char*>(base);
  for (size_t i = 0; i < *count; ++i, at += size)
    if (compare(key, at) == 0) return const_cast<char*>(at);
  return nullptr;
}
WEAK void* lsearch(const void* key, void* base, size_t* count, size_t size, Compare compare) {
  if (void* there = lfind(key, base, count, size, compare)) return there;
  void* at = static_cast<char*>(base) + *count * size;
  memcpy(at, key, size);
  ++*count;
  return at;
}
WEAK void qsort_r(void* base, size_t count, size_t size, CompareWith compare, void* with) {
  if (count < 2 || size == 0) return;
  auto* room = static_cast<char*>(malloc(count * size));
  merge_sort(static_cast<char*>(base), room, count, size, compare, with);
  free(room);
}

WEAK void insque(void* element, void* after) noexcept {
  auto *e = static_cast<qelem*>(element), *a = static_cast<qelem*>(after);
  if (a == nullptr) {
    e->q_forw = e->q_back = nullptr;
    return;
  }
  e->q_forw = a->q_forw;
  e->q_back = a;
  if (a->q_forw != nullptr) a->q_forw->q_back = e;
  a->q_forw = e;
}
WEAK void remque(void* element) noexcept {
  auto* e = static_cast<qelem*>(element);
  if (e->q_forw != nullptr) e->q_forw->q_back = e->q_back;
  if (e->q_back != nullptr) e->q_back->q_forw = e->q_forw;
}

WEAK int hcreate_r(size_t count, hsearch_data* table) noexcept {
  if (table == nullptr) {
    errno = EINVAL;
    return 0;
  }
  if (table->table != nullptr) return 0;
  table->size = static_cast<unsigned>(count < 3 ? 3 : count);
  table->filled = 0;
  table->table = static_cast<decltype(table->table)>(calloc(table->size, sizeof(Entry)));
  return 1;
}
WEAK void hdestroy_r(hsearch_data* table) noexcept {
  free(table->table);
  table->table = nullptr;
}
WEAK int hsearch_r(ENTRY item, ACTION action, ENTRY** found, hsearch_data* table) noexcept {
  return find_entry(item, action, found, table);
}
WEAK int hcreate(size_t count) noexcept { return hcreate_r(count, &common); }
WEAK void hdestroy() noexcept { hdestroy_r(&common); }
WEAK ENTRY* hsearch(ENTRY item, ACTION action) noexcept {
  ENTRY* found;
  find_entry(item, action, &found, &common);
  return found;
}
