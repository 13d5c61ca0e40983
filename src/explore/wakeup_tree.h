// Wakeup trees: for a step, the runs that must still be made from there, as an ordered tree of events. All trees of
// a search live in one pool; a tree is named by its list of children, a list by its first node. kNoTree is empty.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "trace/event.h"

namespace heddle {

inline constexpr uint32_t kNoTree = UINT32_MAX;

struct WakeupNode {
  Event event;                 // op kBegin: what the thread will do is not known
  bool open = false;           // the last of its sequence, and whether it fails or not is not known yet
  bool doubtful = false;       // an open event may turn out to cover this leaf
  int32_t value = -1;          // the answer of the value step that follows, -1 for none
  uint32_t child = kNoTree;    // first of the nodes below
  uint32_t sibling = kNoTree;  // the next one beside
};

class WakeupTrees {
 public:
  const WakeupNode& operator[](uint32_t node) const { return nodes_[node]; }

  // Adds a node at the end of the list `first` and returns it.
  uint32_t append(uint32_t& first, const WakeupNode& like) {
    uint32_t node;
    if (free_ != kNoTree) {
      node = free_;
      free_ = nodes_[node].sibling;
      nodes_[node] = like;
    } else {
      node = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(like);
    }
    if (first == kNoTree) return first = node;
    uint32_t last = first;
    while (nodes_[last].sibling != kNoTree) last = nodes_[last].sibling;
    nodes_[last].sibling = node;
    return node;
  }
  uint32_t append_below(uint32_t parent, const WakeupNode& like) {
    uint32_t first = nodes_[parent].child;
    const uint32_t node = append(first, like);
    nodes_[parent].child = first;
    return node;
  }

  // Takes the first node out of the list; its children stay alive and now belong to the caller.
  WakeupNode take_first(uint32_t& first) {
    const uint32_t node = first;
    const WakeupNode taken = nodes_[node];
    first = taken.sibling;
    nodes_[node].sibling = free_;
    free_ = node;
    return taken;
  }

  // Moves the nodes of one thread from one list to the end of another.
  void move_thread(uint32_t& from, ThreadId thread, uint32_t& to) {
    uint32_t* link = &from;
    uint32_t* end = &to;
    while (*end != kNoTree) end = &nodes_[*end].sibling;
    while (*link != kNoTree) {
      const uint32_t node = *link;
      if (nodes_[node].event.thread != thread) {
        link = &nodes_[node].sibling;
        continue;
      }
      *link = nodes_[node].sibling;
      nodes_[node].sibling = kNoTree;
      *end = node;
      end = &nodes_[node].sibling;
    }
  }

  // Takes out every sequence that `event` could begin: it occurs in it, or could come first, with nothing in the way.
  // `conflict` is the dependence relation. The sequences are those of list `first`, each behind `before`.
  template <class Conflict>
  void remove_covered(uint32_t& first, const Event& event, std::vector<Event>& before, Conflict&& conflict) {
    uint32_t kept = kNoTree, last = kNoTree;
    while (first != kNoTree) {
      const uint32_t node = first;
      first = nodes_[node].sibling;
      nodes_[node].sibling = kNoTree;
      if (covered(node, event, before, conflict)) {
        release(node);
      } else {
        (last == kNoTree ? kept : nodes_[last].sibling) = node;
        last = node;
      }
    }
    first = kept;
  }

  // The children of a node now belong to the caller, who has a copy of it.
  void detach_children(uint32_t node) { nodes_[node].child = kNoTree; }

  // Gives up a whole list with everything below.
  void release(uint32_t first) {
    while (first != kNoTree) {
      const WakeupNode taken = take_first(first);
      release(taken.child);
    }
  }

  void save(Writer& out) const {
    out.put(nodes_);
    out.put(free_);
  }
  bool load(Reader& in) {
    nodes_ = in.get_vector<WakeupNode>();
    free_ = in.get<uint32_t>();
    return in.ok();
  }

 private:
  // Every sequence through `node`; those of its children that are, are taken out if others are not.
  template <class Conflict>
  bool covered(uint32_t node, const Event& event, std::vector<Event>& before, Conflict&& conflict) {
    const Event own = nodes_[node].event;
    if (own.op == Op::kBegin) return false;
    if (own.thread == event.thread) {
      for (const Event& earlier : before)
        if (conflict(earlier, own)) return false;
      return true;
    }
    if (conflict(own, event)) return false;
    if (nodes_[node].child == kNoTree) return true;
    before.push_back(own);
    uint32_t children = nodes_[node].child;
    remove_covered(children, event, before, conflict);
    nodes_[node].child = children;
    before.pop_back();
    return children == kNoTree;
  }

  std::vector<WakeupNode> nodes_;
  uint32_t free_ = kNoTree;  // nodes not in use, linked as siblings
};

}  // namespace heddle
