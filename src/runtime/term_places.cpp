#include "runtime/term_places.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "runtime/failure.h"
#include "runtime/term_pieces.h"

uint32_t __heddle_places __attribute__((visibility("default")));

namespace heddle::rt {
namespace {

struct Granule {
  uint64_t address;
  uint64_t run;    // State::runs: of another run, it is empty
  TermId term[8];  // of the value that begins at this byte
  uint8_t size[8];
};
constexpr uint64_t kGranules = 1 << 18;
constexpr uint32_t kMostStores = 1 << 16;  // of terms, by one thread in a run
Granule* granules;
uint32_t* used;  // those of this run
uint32_t used_count;
TermId* everything;  // room for ask_everything: as many as there can be places
uint32_t stores[kMaxThreads];

uint64_t slot_of(uint64_t address) { return mix(address, 0) % kGranules; }

Granule* find(uint64_t address) {
  for (uint64_t i = slot_of(address); granules[i].run == g.runs; i = (i + 1) % kGranules)
    if (granules[i].address == address) return &granules[i];
  return nullptr;
}

Granule& find_or_add(uint64_t address) {
  uint64_t i = slot_of(address);
  for (; granules[i].run == g.runs; i = (i + 1) % kGranules)
    if (granules[i].address == address) return granules[i];
  if (used_count == kGranules / 2) limit_reached("values that were read go to more memory than is followed");
  used[used_count++] = static_cast<uint32_t>(i);
  granules[i] = Granule{};
  granules[i].address = address;
  granules[i].run = g.runs;
  return granules[i];
}

void drop(Granule& at, int slot) {
  at.term[slot] = kNoTerm;
  --__heddle_places;
}

// What a visitor is given: the place of a term.
struct Place {
  Granule& granule;
  int slot;
  uint64_t begin() const { return granule.address + static_cast<uint64_t>(slot); }
  uint64_t end() const { return begin() + granule.size[slot]; }
  TermId term() const { return granule.term[slot]; }
  bool mine() const { return term_thread(term()) == g.current; }
  void remove() const { drop(granule, slot); }
};

template <class Visit>
void visit_granule(Granule& at, uint64_t begin, uint64_t end, Visit visit) {
  for (int slot = 0; slot < 8; ++slot)
    if (at.term[slot] != kNoTerm) {
      const Place place{at, slot};
      if (place.begin() < end && place.end() > begin) visit(place);
    }
}

// Those that have bytes in the range. Small ranges are gone through in rising order, large ones in the order in which memory got
// its first term.
constexpr uint64_t kLargeRange = 1 << 16;
template <class Visit>
void visit_range(uint64_t begin, uint64_t size, Visit visit) {
  const uint64_t end = begin + size;
  if (size > kLargeRange) {
    for (uint32_t i = 0; i < used_count; ++i) visit_granule(granules[used[i]], begin, end, visit);
    return;
  }
  for (uint64_t address = begin & ~uint64_t{7}; address < end; address += 8)
    if (Granule* at = find(address)) visit_granule(*at, begin, end, visit);
}

uint64_t bytes_at(uint64_t address, uint32_t size) {
  uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), size);
  return value;
}

bool crosses(uint64_t address, uint32_t size) { return (address & 7) + size > 8; }

}  // namespace

void places_start() {
  if (!g.options.follow) return;
  granules = static_cast<Granule*>(our_pages(kGranules * sizeof(Granule)));
  used = static_cast<uint32_t*>(our_pages(kGranules * sizeof(uint32_t)));
  everything = static_cast<TermId*>(our_pages(kGranules / 2 * 8 * sizeof(TermId)));
}

void places_reset() {
  __heddle_places = 0;
  __heddle_passed = {};
  if (!g.options.follow) return;
  used_count = 0;
  std::memset(stores, 0, sizeof stores);
}

namespace {

// Of a value that lies in several places, or in part of one.
TermId join_term(uint64_t address, uint32_t size) {
  const uint64_t end = address + size;
  Piece pieces[8];
  int count = 0;
  visit_range(address, size, [&](const Place& place) {
    if (!place.mine()) return;
    const uint32_t bytes = place.granule.size[place.slot];
    if (!is_open(place.term()) || bytes_at(place.begin(), bytes) != term_value(place.term())) return place.remove();
    const uint64_t from = std::max(place.begin(), address), to = std::min(place.end(), end);
    const auto part = static_cast<uint32_t>(to - from);
    const TermId term = piece_of(place.term(), static_cast<uint32_t>(from - place.begin()), part);
    if (term != kNoTerm) pieces[count++] = {static_cast<uint32_t>(from - address), part, term};
  });
  return count == 0 ? kNoTerm : join_pieces(bytes_at(address, size), size, pieces, count);
}

// The bytes of the place outside of [begin, end) keep their terms.
void cut_out(const Place& place, uint64_t begin, uint64_t end) {
  const TermId whole = place.term();
  const uint64_t first = place.begin(), last = place.end();
  Granule& at = place.granule;
  place.remove();
  const auto keep = [&](uint64_t from, uint64_t to) {
    if (from >= to) return;
    const auto bytes = static_cast<uint32_t>(to - from);
    const TermId term = piece_of(whole, static_cast<uint32_t>(from - first), bytes);
    if (term == kNoTerm) return;
    at.term[from & 7] = term;
    at.size[from & 7] = static_cast<uint8_t>(bytes);
    ++__heddle_places;
  };
  keep(first, begin);
  keep(end, last);
}

}  // namespace

// The memory may have got another value from code that tells nobody, in the frame of a function that has returned: then it has
// lost its term.
TermId find_term(uint64_t address, uint32_t size) {
  if (!crosses(address, size)) {
    Granule* at = find(address & ~uint64_t{7});
    if (at == nullptr) return kNoTerm;
    const Place place{*at, static_cast<int>(address & 7)};
    if (place.term() != kNoTerm && place.end() == address + size) {
      if (!place.mine()) return kNoTerm;
      if (is_open(place.term()) && bytes_at(address, size) == term_value(place.term())) return place.term();
      place.remove();
      return kNoTerm;
    }
  }
  return size <= 8 ? join_term(address, size) : (ask_range(address, size), kNoTerm);
}

void set_term(uint64_t address, uint32_t size, TermId term) {
  if (term != kNoTerm && (!is_open(term) || g.terms[term].width != size * 8 || crosses(address, size) ||
                          stores[g.current]++ >= kMostStores)) {
    ask(term);
    term = kNoTerm;
  }
  clear_range(address, size);
  if (term == kNoTerm) return;
  Granule& at = find_or_add(address & ~uint64_t{7});
  at.term[address & 7] = term;
  at.size[address & 7] = static_cast<uint8_t>(size);
  ++__heddle_places;
}

void ask_places(uint64_t address, uint64_t size) {
  visit_range(address, size, [](const Place& place) {
    if (!place.mine()) return;
    if (bytes_at(place.begin(), place.granule.size[place.slot]) == term_value(place.term())) ask(place.term());
    place.remove();
  });
}

void clear_places(uint64_t address, uint64_t size) {
  visit_range(address, size, [=](const Place& place) {
    const bool cut = place.begin() < address || place.end() > address + size;
    if (cut && place.mine()) cut_out(place, address, address + size);
    else place.remove();
  });
}

void copy_places(uint64_t to, uint64_t from, uint64_t size) {
  struct Moved {
    uint64_t offset;
    uint32_t size;
    TermId term;
  };
  constexpr int kMost = 256;
  Moved moved[kMost];
  int count = 0;
  visit_range(from, size, [&](const Place& place) {
    if (!place.mine()) return;
    const uint32_t bytes = place.granule.size[place.slot];
    const uint64_t begin = std::max(place.begin(), from), end = std::min(place.end(), from + size);
    if (bytes_at(place.begin(), bytes) != term_value(place.term())) place.remove();
    else if (count == kMost || !is_open(place.term())) ask(place.term());
    else if (end - begin == bytes) moved[count++] = {begin - from, bytes, place.term()};
    else if (const TermId part = piece_of(place.term(), static_cast<uint32_t>(begin - place.begin()),
                                          static_cast<uint32_t>(end - begin)))
      moved[count++] = {begin - from, static_cast<uint32_t>(end - begin), part};
  });
  clear_range(to, size);
  for (int i = 0; i < count; ++i) set_term(to + moved[i].offset, moved[i].size, moved[i].term);
}

// In the order in which the terms were made, which is the thread's own. Functions that have returned left terms below the stack
// pointer: nobody will look at those.
void ask_everything() {
  if (!has_places()) return;
  const uint64_t stack = kStackBase + g.current * kStackSlot;
  const auto top = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  uint32_t count = 0;
  for (uint32_t i = 0; i < used_count; ++i)
    visit_granule(granules[used[i]], 0, UINT64_MAX, [&](const Place& place) {
      if (!place.mine()) return;
      const bool gone = place.begin() - stack < kStackSlot && place.end() <= top;
      if (!gone && is_open(place.term())) everything[count++] = place.term();
      place.remove();
    });
  std::sort(everything, everything + count);
  for (uint32_t i = 0; i < count; ++i) ask(everything[i]);
}

void for_each_term(uint64_t address, uint64_t size, void (*visit)(uint64_t, uint32_t, TermId, void*), void* data) {
  if (!has_places()) return;
  const uint64_t end = address + size;
  for (uint64_t granule = address & ~uint64_t{7}; granule < end; granule += 8) {
    Granule* at = find(granule);
    if (at == nullptr) continue;
    visit_granule(*at, address, end, [&](const Place& place) {
      if (place.mine() && is_open(place.term()) && place.begin() >= address && place.end() <= end)
        visit(place.begin(), place.granule.size[place.slot], place.term(), data);
    });
  }
}

bool has_terms(uint64_t address, uint64_t size) {
  bool some = false;
  if (has_places())
    visit_range(address, size, [&](const Place& place) { some |= place.mine() && is_open(place.term()); });
  return some;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

namespace {

uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

bool takes_terms(const void* function) {
  uint64_t marks[2];
  if (address_of(function) < 0x10000) return false;  // the call will fail
  std::memcpy(marks, static_cast<const char*>(function) - sizeof marks, sizeof marks);
  return marks[0] == HEDDLE_FOLLOWED_MARK && marks[1] == HEDDLE_MARK;
}

}  // namespace

__heddle_passing __heddle_passed __attribute__((visibility("default")));

// What is not a whole number of bytes, such as a bool, lies there with zeros above it.
HEDDLE_API HEDDLE_COLD uint32_t __heddle_private_load(const void* from, uint32_t what) {
  const uint32_t size = what & 255;
  const int width = static_cast<int>(what >> 8);
  if (g.mode != Mode::kRun) return kNoTerm;
  const TermId term = term_at(address_of(from), size);
  return term == kNoTerm ? kNoTerm
                         : make_term(TermOp::kTruncate, width, static_cast<int>(size * 8), {term_value(term), term});
}

HEDDLE_API HEDDLE_COLD void __heddle_private_store(void* to, uint32_t what, uint32_t term, uint64_t value) {
  const uint32_t size = what & 255;
  const int width = static_cast<int>(what >> 8);
  if (g.mode != Mode::kRun) return;
  if (term != kNoTerm) term = make_term(TermOp::kZeroExtend, static_cast<int>(size * 8), width, {value, term});
  put_term(address_of(to), size, term);
}

HEDDLE_API HEDDLE_COLD void __heddle_private_ask(const void* from, uint64_t size) { ask_range(address_of(from), size); }
HEDDLE_API HEDDLE_COLD void __heddle_private_clear(void* to, uint64_t size) { clear_range(address_of(to), size); }
HEDDLE_API HEDDLE_COLD void __heddle_private_copy(void* to, const void* from, uint64_t size) {
  copy_range(address_of(to), address_of(from), size);
}
HEDDLE_API HEDDLE_COLD void __heddle_private_near(const void* memory) { ask_range(address_of(memory), HEDDLE_NEAR); }
HEDDLE_API HEDDLE_COLD void __heddle_private_everything() { ask_everything(); }
HEDDLE_API HEDDLE_COLD void __heddle_private_call(const void* function) {
  if (!takes_terms(function)) ask_everything();
}

HEDDLE_API HEDDLE_COLD uint32_t __heddle_takes_terms(const void* function) {
  if (!takes_terms(function)) return 0;
  std::memset(__heddle_passed.arguments, 0, sizeof __heddle_passed.arguments);
  __heddle_passed.arguments_of = function;
  return 1;
}
