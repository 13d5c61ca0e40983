// std::pmr: the resources whose code is in libstdc++'s shared library. A virtual call would go there unseen, so the classes have their
// tables of virtual functions here. How many blocks a pool asks for at a time is our own choice, as it is any library's.
#include <algorithm>
#include <atomic>
#include <bit>
#include <memory_resource>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

#define WEAK __attribute__((weak))  // a program linked with libstdc++.a may bring the original

namespace std::pmr {

WEAK memory_resource::~memory_resource() = default;

// ---- The two that hold nothing, and the default. They are never destroyed.

namespace {

template <class T>
union Lasting {
  T object;
  constexpr Lasting() : object() {}
  constexpr ~Lasting() {}
};

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* p, size_t bytes, size_t alignment) override {
    ::operator delete(p, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};
class Null final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

constinit Lasting<NewDelete> new_delete;
constinit Lasting<Null> null;
constinit atomic<memory_resource*> chosen{&new_delete.object};

}  // namespace

WEAK memory_resource* new_delete_resource() noexcept { return &new_delete.object; }
WEAK memory_resource* null_memory_resource() noexcept { return &null.object; }
WEAK memory_resource* get_default_resource() noexcept { return chosen.load(); }
WEAK memory_resource* set_default_resource(memory_resource* resource) noexcept {
  return chosen.exchange(resource != nullptr ? resource : new_delete_resource());
}

// ---- monotonic_buffer_resource: blocks of the resource above in a list, each with this at its end.

class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk(size_t size, size_t alignment, _Chunk* next) : size_(size), alignment_(alignment), next_(next) {}

  static void* make(memory_resource* from, size_t size, size_t alignment, _Chunk*& head, size_t* usable) {
    size = (size + sizeof(_Chunk) + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    alignment = std::max(alignment, alignof(_Chunk));
    void* p = from->allocate(size, alignment);
    *usable = size - sizeof(_Chunk);
    head = ::new (static_cast<char*>(p) + *usable) _Chunk(size, alignment, head);
    return p;
  }
  static void release(_Chunk*& head, memory_resource* to) {
    _Chunk* at = std::exchange(head, nullptr);
    while (at != nullptr) {
      const _Chunk chunk = *at;
      void* p = reinterpret_cast<char*>(at) + sizeof(_Chunk) - chunk.size_;
      to->deallocate(p, chunk.size_, chunk.alignment_);
      at = chunk.next_;
    }
  }

 private:
  size_t size_, alignment_;
  _Chunk* next_;
};

WEAK monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

WEAK void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t n = std::max(bytes, _M_next_bufsiz);
  const size_t m = std::max(alignment, alignof(max_align_t));
  _M_current_buf = _Chunk::make(_M_upstream, n, m, _M_head, &_M_avail);
  _M_next_bufsiz = static_cast<size_t>(static_cast<float>(_M_next_bufsiz) * _S_growth_factor);
}
WEAK void monotonic_buffer_resource::_M_release_buffers() noexcept { _Chunk::release(_M_head, _M_upstream); }

// ---- Pools: blocks of 8, 16, 32, … bytes, from chunks of many.

struct __pool_resource::_Pool {
  struct Block {
    Block* next;
  };
  struct Chunk {  // at the end of its memory
    Chunk* next;
    size_t size;
  };

  void* take(size_t block, size_t most, memory_resource* from) {
    if (free == nullptr) refill(block, most, from);
    return std::exchange(free, free->next);
  }
  void give(void* p) { free = ::new (p) Block{free}; }
  void release(size_t block, memory_resource* to) {
    free = nullptr;
    blocks = 0;
    Chunk* at = std::exchange(chunks, nullptr);
    while (at != nullptr) {
      const Chunk chunk = *at;
      to->deallocate(reinterpret_cast<char*>(at) + sizeof(Chunk) - chunk.size, chunk.size, alignment(block));
      at = chunk.next;
    }
  }

  Block* free = nullptr;
  Chunk* chunks = nullptr;
  size_t blocks = 0;  // in the last chunk

 private:
  static size_t alignment(size_t block) { return std::max(block, alignof(Chunk)); }

  void refill(size_t block, size_t most, memory_resource* from) {
    const size_t count = std::min(most, blocks == 0 ? size_t{8} : 2 * blocks);
    const size_t used = std::max(count * block, alignof(Chunk));
    auto* p = static_cast<char*>(from->allocate(used + sizeof(Chunk), alignment(block)));
    chunks = ::new (p + used) Chunk{chunks, used + sizeof(Chunk)};
    blocks = count;
    for (size_t i = count; i > 0; --i) give(p + (i - 1) * block);
  }
};

struct __pool_resource::_BigBlock {
  void* pointer;
  size_t size, alignment;
};

namespace {

constexpr size_t kSmallest = 8, kLargest = size_t{1} << 22;

pool_options usual(pool_options wanted) {
  if (wanted.max_blocks_per_chunk == 0) wanted.max_blocks_per_chunk = 1024;
  if (wanted.largest_required_pool_block == 0) wanted.largest_required_pool_block = 4096;
  wanted.largest_required_pool_block =
      std::bit_ceil(std::clamp(wanted.largest_required_pool_block, kSmallest, kLargest));
  return wanted;
}
int pool_of(size_t size) { return static_cast<int>(std::bit_width(std::max(size, kSmallest) - 1)) - 3; }
size_t block_of(int pool) { return kSmallest << pool; }

}  // namespace

WEAK __pool_resource::__pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_opts(usual(options)), _M_unpooled(upstream), _M_npools(pool_of(_M_opts.largest_required_pool_block) + 1) {}
WEAK __pool_resource::~__pool_resource() { release(); }

WEAK void* __pool_resource::allocate(size_t bytes, size_t alignment) {
  _M_unpooled.reserve(_M_unpooled.size() + 1);
  void* p = resource()->allocate(bytes, alignment);
  _M_unpooled.push_back({p, bytes, alignment});
  return p;
}
WEAK void __pool_resource::deallocate(void* p, size_t bytes, size_t alignment) {
  const auto at = std::find_if(_M_unpooled.begin(), _M_unpooled.end(), [=](auto& big) { return big.pointer == p; });
  if (at != _M_unpooled.end()) _M_unpooled.erase(at);
  resource()->deallocate(p, bytes, alignment);
}
WEAK void __pool_resource::release() noexcept {
  for (const _BigBlock& big : _M_unpooled) resource()->deallocate(big.pointer, big.size, big.alignment);
  _M_unpooled.clear();
}
WEAK __pool_resource::_Pool* __pool_resource::_M_alloc_pools() {
  auto* pools =
      static_cast<_Pool*>(resource()->allocate(sizeof(_Pool) * static_cast<size_t>(_M_npools), alignof(_Pool)));
  for (int i = 0; i < _M_npools; ++i) ::new (pools + i) _Pool;
  return pools;
}

// ---- unsynchronized_pool_resource

WEAK unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream), _M_pools(_M_impl._M_alloc_pools()) {}
WEAK unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }

WEAK void unsynchronized_pool_resource::release() {
  if (_M_pools != nullptr) {
    for (int i = 0; i < _M_impl._M_npools; ++i) _M_pools[i].release(block_of(i), upstream_resource());
    upstream_resource()->deallocate(std::exchange(_M_pools, nullptr),
                                    sizeof(_Pool) * static_cast<size_t>(_M_impl._M_npools), alignof(_Pool));
  }
  _M_impl.release();
}
WEAK void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const int pool = pool_of(std::max(bytes, alignment));
  if (pool >= _M_impl._M_npools) return _M_impl.allocate(bytes, alignment);
  if (_M_pools == nullptr) _M_pools = _M_impl._M_alloc_pools();
  return _M_pools[pool].take(block_of(pool), _M_impl._M_opts.max_blocks_per_chunk, upstream_resource());
}
WEAK void unsynchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  const int pool = pool_of(std::max(bytes, alignment));
  if (pool >= _M_impl._M_npools) return _M_impl.deallocate(p, bytes, alignment);
  _M_pools[pool].give(p);
}

// ---- synchronized_pool_resource: one set of pools, behind its lock.

struct synchronized_pool_resource::_TPools {
  __pool_resource::_Pool* pools;
};

WEAK synchronized_pool_resource::synchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream) {}
WEAK synchronized_pool_resource::~synchronized_pool_resource() { release(); }

WEAK void synchronized_pool_resource::release() {
  const lock_guard<shared_mutex> locked(_M_mx);
  if (_M_tpools != nullptr) {
    memory_resource* up = upstream_resource();
    for (int i = 0; i < _M_impl._M_npools; ++i) _M_tpools->pools[i].release(block_of(i), up);
    up->deallocate(_M_tpools->pools, sizeof(__pool_resource::_Pool) * static_cast<size_t>(_M_impl._M_npools),
                   alignof(__pool_resource::_Pool));
    up->deallocate(std::exchange(_M_tpools, nullptr), sizeof(_TPools), alignof(_TPools));
  }
  _M_impl.release();
}
WEAK void* synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> locked(_M_mx);
  const int pool = pool_of(std::max(bytes, alignment));
  if (pool >= _M_impl._M_npools) return _M_impl.allocate(bytes, alignment);
  if (_M_tpools == nullptr) {
    __pool_resource::_Pool* pools = _M_impl._M_alloc_pools();
    _M_tpools = ::new (upstream_resource()->allocate(sizeof(_TPools), alignof(_TPools))) _TPools{pools};
  }
  return _M_tpools->pools[pool].take(block_of(pool), _M_impl._M_opts.max_blocks_per_chunk, upstream_resource());
}
WEAK void synchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> locked(_M_mx);
  const int pool = pool_of(std::max(bytes, alignment));
  if (pool >= _M_impl._M_npools) return _M_impl.deallocate(p, bytes, alignment);
  _M_tpools->pools[pool].give(p);
}

}  // namespace std::pmr
