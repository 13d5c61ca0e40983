// The format of futures: what a thread that stands somewhere may still do, as far as the compiler can tell. One record per function: its blocks, and in
// each what matters to others: accesses to memory, with an expression for their address; calls; locks; joins; threads that it starts.
// Written by src/analysis/futures.cpp into section "heddle_futures", read here, asked by future_walk.h.
//
// A record is a row of 32-bit words: Header, then what the linker fills in (where the function is, variables, positions of items), then slots,
// expressions, blocks and items.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::facts {

inline constexpr const char* kFutureSection = "heddle_futures";
inline constexpr uint32_t kFutureMagic = 0x31464848;  // "HHF1"
inline constexpr uint32_t kNoExpression = UINT32_MAX;
// What a slot holds before it has a value.
inline constexpr uint64_t kNoValue = 0xa5c3e1970f2b4d68;
inline constexpr uint32_t kMaxParameters = 12;  // that are followed into a call

// What an address or a number is. Everything has 64 bits or fewer and counts as signed; what does not fit is unknown.
enum class ExpressionOp : uint32_t {
  kUnknown,
  kConstant,  // a + b * 2^32
  kVariable,  // the address of variable a
  kSlot,      // what slot a holds: a parameter, a local
  kLoad,  // b bytes at address a, of type types[c]; or what slot d - 1 holds, if that was loaded and will not be again
  kAdd,   // a + b, in c bits
  kMultiply,    // a * b, in c bits
  kSignExtend,  // a
  kZeroExtend,  // a, if it is not negative
  kTruncate,    // a, if it fits c bits
  kDivide,      // a / b, of what is not negative
  kSmallest,    // of a and b
  kLargest,
  kRecurrence,  // a, a + b, a + 2 b, …, a + c b
};
struct ExpressionRow {
  ExpressionOp op;
  uint32_t a, b, c, d;
};

// A parameter or local of which expressions speak. Its value is kept where the runtime finds it (runtime/abi.h).
struct SlotRow {
  uint32_t block;  // where it gets its value,
  uint32_t item;   // before this item. A parameter: 0 and 0
  uint32_t bits;
  uint32_t parameter;  // its number + 1, 0 if it is none
};

enum class ItemKind : uint32_t {
  kAccess,
  kCall,      // of function `name`
  kIndirect,  // of one of those whose address is taken, with `arguments` parameters; of those at place `bytes` of a vtable, if kVirtual
  kCreate,    // starts a thread in function `name`, or in one as kIndirect has it
  kLock,      // waits until nobody holds the mutex at `address`
  kJoin,      // waits for the end of the thread whose handle is `address`
  kAnything,  // whatever code may do
  kHarmless,  // a place where a thread can stand, no more
};
enum ItemFlags : uint32_t {
  kReads = 1,
  kWrites = 2,
  kElement = 4,  // of an array
  kFrees = 8,    // `bytes` is the size of the block, 0 if that is not known
  kObject = 16,  // a lock or the like: what the program accesses by itself is something else
  kVirtual = 32,
  kThreadState = 64,  // kVirtual: of a std::thread
  kMayThrow = 128,
  kNamed = 256,  // kCreate: `name` says whom
};
struct ItemRow {
  ItemKind kind;
  uint32_t flags;
  uint32_t address;  // expressions
  uint32_t base;     // of the object that the address lies in
  uint32_t bytes;    // 0: not known
  uint32_t type[3];  // as MemoryRow::type
  uint32_t name[2];
  uint32_t first, arguments;  // expressions, of a call
};

enum FutureFlags : uint32_t {
  kFutureOpaque = 2,  // may do anything
  kFutureModule = 4,  // no function: variables and vtables
};

struct FutureHeader {
  uint32_t magic, words, flags;
  uint32_t name[2];
  int32_t function;  // where it is, relative to the record
  uint32_t parameters, variables, slots, expressions, blocks, edges, items, arguments, types;
};
struct BlockRow {
  uint32_t first_item;  // up to that of the next block
  uint32_t first_edge;  // likewise: numbers of blocks
  uint32_t leaves;      // 1: the function is left at its end
};
// Of a module: variables[i] has this size and may be reached through pointers, or not.
struct VariableRow {
  uint32_t size, reached;
};
// A function at a place of a vtable; or, with place UINT32_MAX, whose address is taken otherwise.
struct VirtualRow {
  uint32_t name[2], place, thread_state;
};

struct FutureFunction {
  uint64_t record = 0;  // its address: how frames name it
  uint64_t code = 0;
  uint64_t name = 0;
  uint32_t flags = 0, parameters = 0;
  std::vector<uint64_t> variables, positions;
  std::vector<SlotRow> slots;
  std::vector<ExpressionRow> expressions;
  std::vector<BlockRow> blocks;  // and one more, with the ends
  std::vector<uint32_t> edges;
  std::vector<ItemRow> items;
  std::vector<uint32_t> arguments;
  std::vector<std::array<uint32_t, 3>> types;  // of loads in expressions, as MemoryRow::type
  // Made when it is read.
  std::vector<uint32_t> block_of;  // per item
  std::vector<uint64_t> reach;     // per block: words_per_block words, the blocks that can come after it
  uint32_t words_per_block = 0;
  uint32_t number = 0;

  bool opaque() const { return flags & kFutureOpaque; }
  bool reaches(uint32_t from, uint32_t to) const { return reach[from * words_per_block + to / 64] >> (to % 64) & 1; }
  std::span<const uint32_t> next(uint32_t block) const {
    return {edges.data() + blocks[block].first_edge, blocks[block + 1].first_edge - blocks[block].first_edge};
  }
  // Fills in what is made of the rest. False if numbers are out of range.
  bool complete();
};

}  // namespace heddle::facts
