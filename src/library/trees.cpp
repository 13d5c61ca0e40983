// The red-black trees of std::map, std::set and their multi versions. The head of a tree is a node as well: its parent is the
// root, its left the first node, its right the last one, and it is red, which tells it from the root.
#include <map>
#include <utility>

#define WEAK __attribute__((weak))  // a program linked with libstdc++.a may bring the original

namespace std {
namespace {

using Node = _Rb_tree_node_base;

bool is_red(const Node* node) { return node && node->_M_color == _S_red; }
bool is_black(const Node* node) { return !is_red(node); }

// The child on one side, and the other: most of what follows exists twice, mirrored.
Node*& child(Node* node, bool left) { return left ? node->_M_left : node->_M_right; }

template <class N>
N* first_below(N* node) {
  while (N* left = node->_M_left) node = left;
  return node;
}
template <class N>
N* last_below(N* node) {
  while (N* right = node->_M_right) node = right;
  return node;
}

template <class N>
N* next(N* node) {
  N* const right = node->_M_right;
  if (right) return first_below(right);
  N* above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  return node->_M_right != above ? above : node;  // the second if the root is the last node and `node` the head
}

template <class N>
N* previous(N* node) {
  if (is_red(node) && node->_M_parent->_M_parent == node) return node->_M_right;  // the head
  N* const left = node->_M_left;
  if (left) return last_below(left);
  N* above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}

// Lets whoever points down to `node` point to `other`.
void replace(Node* node, Node* other, Node& head) {
  Node* const above = node->_M_parent;
  if (above == &head) head._M_parent = other;
  else child(above, above->_M_left == node) = other;
}

// The child of `node` on the other side comes up, `node` goes down to side `left`.
void rotate(Node* node, bool left, Node& head) {
  Node* const riser = child(node, !left);
  Node* const between = child(riser, left);
  child(node, !left) = between;
  if (between) between->_M_parent = node;
  replace(node, riser, head);
  riser->_M_parent = node->_M_parent;
  child(riser, left) = node;
  node->_M_parent = riser;
}

// `node` is red, and its parent may be.
void balance_after_insert(Node* node, Node& head) {
  while (node != head._M_parent && is_red(node->_M_parent)) {
    Node* const parent = node->_M_parent;
    Node* const grand = parent->_M_parent;
    const bool left = grand->_M_left == parent;
    Node* const uncle = child(grand, !left);
    if (is_red(uncle)) {
      parent->_M_color = uncle->_M_color = _S_black;
      grand->_M_color = _S_red;
      node = grand;
      continue;
    }
    if (node == child(parent, !left)) rotate(parent, left, head);
    child(grand, left)->_M_color = _S_black;
    grand->_M_color = _S_red;
    rotate(grand, !left, head);
    break;
  }
  head._M_parent->_M_color = _S_black;
}

// The ways through `node` (null: an empty place below `parent`) lack one black node.
void balance_after_erase(Node* node, Node* parent, Node& head) {
  while (node != head._M_parent && is_black(node)) {
    const bool left = parent->_M_left == node;
    Node* sibling = child(parent, !left);
    if (is_red(sibling)) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, left, head);
      sibling = child(parent, !left);
    }
    if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      node = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (is_black(child(sibling, !left))) {
      child(sibling, left)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, !left, head);
      sibling = child(parent, !left);
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    child(sibling, !left)->_M_color = _S_black;
    rotate(parent, left, head);
    break;
  }
  if (node) node->_M_color = _S_black;
}

}  // namespace

WEAK Node* _Rb_tree_increment(Node* node) throw() { return next(node); }
WEAK const Node* _Rb_tree_increment(const Node* node) throw() { return next(node); }
WEAK Node* _Rb_tree_decrement(Node* node) throw() { return previous(node); }
WEAK const Node* _Rb_tree_decrement(const Node* node) throw() { return previous(node); }

WEAK void _Rb_tree_insert_and_rebalance(const bool left, Node* node, Node* parent, Node& head) throw() {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &head) {  // the tree was empty
    head._M_parent = head._M_left = head._M_right = node;
  } else {
    child(parent, left) = node;
    if (left && parent == head._M_left) head._M_left = node;
    if (!left && parent == head._M_right) head._M_right = node;
  }
  balance_after_insert(node, head);
}

WEAK Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& head) throw() {
  if (head._M_left == node) head._M_left = next(node);
  if (head._M_right == node) head._M_right = previous(node);
  Node *below, *parent;  // what comes to the place that is missing a node, and what is above it
  _Rb_tree_color lost;   // the colour that is missing there
  if (node->_M_left && node->_M_right) {
    Node* const heir = next(node);
    lost = heir->_M_color;
    below = heir->_M_right;
    parent = heir->_M_parent == node ? heir : heir->_M_parent;
    if (parent != heir) {
      parent->_M_left = below;
      if (below) below->_M_parent = parent;
      heir->_M_right = node->_M_right;
      heir->_M_right->_M_parent = heir;
    }
    replace(node, heir, head);
    heir->_M_parent = node->_M_parent;
    heir->_M_left = node->_M_left;
    heir->_M_left->_M_parent = heir;
    heir->_M_color = node->_M_color;
  } else {
    lost = node->_M_color;
    below = node->_M_left ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    replace(node, below, head);
    if (below) below->_M_parent = parent;
  }
  if (lost == _S_black && head._M_parent) balance_after_erase(below, parent, head);
  if (!head._M_parent) head._M_left = head._M_right = &head;
  return node;
}

}  // namespace std
