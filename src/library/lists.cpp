// The links of std::list.
#include <list>
#include <utility>

#define WEAK __attribute__((weak))  // a program linked with libstdc++.a may bring the original

namespace std::__detail {

// Puts the node before `position`.
WEAK void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

WEAK void _List_node_base::_M_unhook() noexcept {
  _List_node_base* const next = _M_next;
  _List_node_base* const previous = _M_prev;
  previous->_M_next = next;
  next->_M_prev = previous;
}

// Moves [first, last) before this node.
WEAK void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const final = last->_M_prev;
  _List_node_base* const before = first->_M_prev;
  before->_M_next = last;
  last->_M_prev = before;
  _List_node_base* const previous = _M_prev;
  previous->_M_next = first;
  first->_M_prev = previous;
  final->_M_next = this;
  _M_prev = final;
}

WEAK void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;  // which was its next one
  } while (node != this);
}

// Exchanges what hangs on two list heads.
WEAK void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool a_empty = a._M_next == &a, b_empty = b._M_next == &b;
  std::swap(a._M_next, b._M_next);
  std::swap(a._M_prev, b._M_prev);
  const auto settle = [](_List_node_base& head, bool empty) {
    if (empty) {
      head._M_next = head._M_prev = &head;
    } else {
      head._M_next->_M_prev = &head;
      head._M_prev->_M_next = &head;
    }
  };
  settle(a, b_empty);
  settle(b, a_empty);
}

}  // namespace std::__detail
