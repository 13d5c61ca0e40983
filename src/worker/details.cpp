#include "worker/details.h"

#include <algorithm>
#include <cstdio>

#include "runtime/heap.h"
#include "runtime/layout.h"
#include "runtime/modules.h"
#include "runtime/schedule.h"
#include "runtime/throws.h"

namespace heddle {
namespace {

// Adds the block of the heap that `address` lies in, if it does.
void publish_block(Channel& channel, uint64_t address) {
  rt::BlockInfo block;
  if (!rt::in_heap(address) || !rt::heap_find(address, &block) ||
      address >= block.begin + std::max<uint64_t>(block.size, 1))
    return;
  HeapBlock* end = channel.blocks + channel.block_count;
  HeapBlock* at =
      std::lower_bound(channel.blocks, end, block.begin, [](const HeapBlock& b, uint64_t a) { return b.begin < a; });
  if (channel.block_count == Channel::kMaxBlocks || (at != end && at->begin == block.begin)) return;
  std::copy_backward(at, end, end + 1);
  *at = {block.begin, block.size, block.where};
  ++channel.block_count;
}

}  // namespace

// The stacks of the threads as the run ended come behind those of the events.
void publish_ends(Channel& channel) {
  rt::State& g = rt::g;
  uint32_t entry = g.event_count;
  for (int t = 0; t < kMaxThreads; ++t, ++entry) {
    const bool known = t < g.live && g.thread[t].status != rt::Status::kUnused;
    g.frame_begin[entry] = g.frame_count;
    if (known) rt::append_stack(g.thread[t]);
    g.frame_begin[entry + 1] = g.frame_count;
    channel.pending[t] = known && g.thread[t].status == rt::Status::kAlive ? g.next[t] : Event{.op = Op::kEnd};
  }
  channel.frame_count.store(g.frame_count);
  const auto throws = rt::throws_of_run();
  channel.throw_count = static_cast<uint32_t>(std::min<size_t>(throws.size(), Channel::kMaxThrows));
  std::copy_n(throws.begin(), channel.throw_count, channel.throws);
}

void publish_blocks(Channel& channel) {
  for (uint32_t i = 0; i < rt::g.event_count; ++i) {
    const Event& e = channel.event[i];
    if (is_thread_structure(e.op)) continue;
    for (uint64_t address : {e.object, e.second, e.read, e.written}) publish_block(channel, address);
  }
  for (const Event& e : channel.pending) publish_block(channel, e.object);
}

void publish_modules(Channel& channel) {
  int n = 0;
  for (int i = 0; i < rt::module_count() && n < Channel::kMaxModules; ++i) {
    const rt::ModuleInfo& from = rt::module_at(i);
    Module& to = channel.modules[n++];
    to.begin = from.begin;
    to.end = from.end;
    to.bias = from.bias;
    to.instrumented = from.instrumented;
    std::snprintf(to.path, sizeof to.path, "%s", from.path);
  }
  channel.module_count.store(static_cast<uint32_t>(n));
}

}  // namespace heddle
