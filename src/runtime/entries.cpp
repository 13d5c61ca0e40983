#include "runtime/entries.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include "base/hash.h"
#include "runtime/entry_arguments.h"
#include "runtime/failure.h"
#include "runtime/modules.h"

namespace heddle::rt {
namespace {

constexpr uint64_t kRoom = 4 << 20;  // for all of them
constexpr uint64_t kPage = 4096;

uint8_t* code;  // the next
uint8_t* code_end;

struct Known {
  uint64_t function;
  uint8_t* way;
};
constexpr int kMaxKnown = 8192;
Known* known;
int known_count;

struct Code {
  Code& bytes(std::initializer_list<uint8_t> all) {
    for (uint8_t b : all) *code++ = b;
    return *this;
  }
  template <class T>
  Code& number(T value) {
    std::memcpy(code, &value, sizeof value);
    code += sizeof value;
    return *this;
  }
};

constexpr uint32_t field(size_t offset) { return static_cast<uint32_t>(offsetof(Thread, entry) + offset); }

// r11 is nobody's at a call, and the only one that is not.
uint8_t* way_to(uint64_t function, const char* name) {
  for (int i = 0; i < known_count; ++i)
    if (known[i].function == function) return known[i].way;
  if (known_count == kMaxKnown || code + 256 > code_end) refuse("the program refers to too many functions");
  code += 16;  // whoever looks for a mark before a function finds none
  uint8_t* way = code;
  Code c;
  // Only the program's own calls: cmpb $kRun, (&g.mode); jne to the end
  c.bytes({0x49, 0xbb}).number(reinterpret_cast<uint64_t>(&g.mode));
  c.bytes({0x41, 0x80, 0x3b, static_cast<uint8_t>(Mode::kRun)}).bytes({0x0f, 0x85});
  uint8_t* skip = code;
  code += 4;
  c.bytes({0x49, 0xbb}).number(reinterpret_cast<uint64_t>(&g.self)).bytes({0x4d, 0x8b, 0x1b});  // mov (&g.self), %r11
  struct Register {
    uint8_t prefix, code;
  };
  // mov %register, field(%r11)
  static constexpr Register kArguments[] = {{0x49, 0xbb}, {0x49, 0xb3}, {0x49, 0x93},
                                            {0x49, 0x8b}, {0x4d, 0x83}, {0x4d, 0x8b}};
  static constexpr Register kSaved[] = {{0x49, 0x9b}, {0x49, 0xab}, {0x4d, 0xa3},
                                        {0x4d, 0xab}, {0x4d, 0xb3}, {0x4d, 0xbb}};
  const auto arguments = static_cast<size_t>(argument_registers(name));
  for (size_t i = arguments; i < 6; ++i)
    c.bytes({0x49, 0xc7, 0x83}).number(field(offsetof(CallEntry, argument) + i * 8)).number(0);  // movq $0
  for (size_t i = 0; i < arguments; ++i)
    c.bytes({kArguments[i].prefix, 0x89, kArguments[i].code}).number(field(offsetof(CallEntry, argument) + i * 8));
  for (size_t i = 0; i < 6; ++i)
    c.bytes({kSaved[i].prefix, 0x89, kSaved[i].code}).number(field(offsetof(CallEntry, saved) + i * 8));
  c.bytes({0x49, 0x89, 0xa3}).number(field(offsetof(CallEntry, sp)));                                // mov %rsp
  c.bytes({0xff, 0x34, 0x24}).bytes({0x41, 0x8f, 0x83}).number(field(offsetof(CallEntry, back)));    // push (%rsp), pop
  c.bytes({0x49, 0xc7, 0x83}).number(field(offsetof(CallEntry, function))).number(known_count + 1);  // movq $number
  c.bytes({0x41, 0x0f, 0xae, 0x9b}).number(field(offsetof(CallEntry, arithmetic)));                  // stmxcsr
  c.bytes({0x41, 0xd9, 0xbb}).number(field(offsetof(CallEntry, arithmetic) + 4));                    // fnstcw
  c.bytes({0x49, 0xc7, 0x83}).number(field(offsetof(CallEntry, progress))).number(0);                // movq $0
  const auto distance = static_cast<int32_t>(code - (skip + 4));
  std::memcpy(skip, &distance, sizeof distance);
  c.bytes({0x49, 0xbb}).number(function).bytes({0x41, 0xff, 0xe3});  // jmp function
  known[known_count++] = {function, way};
  return way;
}

uint64_t text_begin, text_end;

int find_text(dl_phdr_info* info, size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + h.p_vaddr;
    if (h.p_type != PT_LOAD || !(h.p_flags & PF_X) || !is_our_code(begin)) continue;
    text_begin = begin;
    text_end = begin + h.p_memsz;
  }
  return 0;
}
bool is_ours(uint64_t function) { return function - text_begin < text_end - text_begin; }

struct Tables {
  const ElfW(Sym) * symbols;
  const char* strings;
  const ElfW(Rela) * relocations;
  uint64_t count;
};

Tables tables_of(const dl_phdr_info* info) {
  Tables t{};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* d = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; d->d_tag != DT_NULL; ++d) {
      if (d->d_tag == DT_SYMTAB) t.symbols = reinterpret_cast<const ElfW(Sym)*>(d->d_un.d_ptr);
      if (d->d_tag == DT_STRTAB) t.strings = reinterpret_cast<const char*>(d->d_un.d_ptr);
      if (d->d_tag == DT_JMPREL) t.relocations = reinterpret_cast<const ElfW(Rela)*>(d->d_un.d_ptr);
      if (d->d_tag == DT_PLTRELSZ) t.count = d->d_un.d_val / sizeof(ElfW(Rela));
    }
  }
  // The dynamic linker has turned these into addresses; where it has not, as in the kernel's own module, there is nothing to do.
  if (t.symbols == nullptr || t.strings == nullptr || reinterpret_cast<uint64_t>(t.symbols) < info->dlpi_addr)
    t.count = 0;
  return t;
}

int redirect(dl_phdr_info* info, size_t, void*) {
  const Tables tables = tables_of(info);
  for (uint64_t i = 0; i < tables.count; ++i) {
    const ElfW(Rela)& r = tables.relocations[i];
    const uint64_t slot = info->dlpi_addr + r.r_offset;
    if (ELF64_R_TYPE(r.r_info) != R_X86_64_JUMP_SLOT || is_our_code(slot)) continue;
    auto* entry = reinterpret_cast<uint64_t*>(slot);
    uint64_t function = *entry;
    const char* name = tables.strings + tables.symbols[ELF64_R_SYM(r.r_info)].st_name;
    if (!is_ours(function)) {  // it may be bound at the first call only
      function = reinterpret_cast<uint64_t>(dlsym(RTLD_DEFAULT, name));
      if (!is_ours(function)) continue;
    }
    const uint64_t page = slot & ~(kPage - 1);
    mprotect(reinterpret_cast<void*>(page), kPage, PROT_READ | PROT_WRITE);
    *entry = reinterpret_cast<uint64_t>(way_to(function, name));
  }
  return 0;
}

}  // namespace

void entries_start() {
  void* room = mmap(nullptr, kRoom, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) refuse("this system lets no process write code: --engine explicit needs that");
  code = static_cast<uint8_t*>(room);
  code_end = code + kRoom;
  known = static_cast<Known*>(our_pages(sizeof(Known) * kMaxKnown));
  dl_iterate_phdr(find_text, nullptr);
  dl_iterate_phdr(redirect, nullptr);
}

// A call that did not note an entry has another return address, or comes from elsewhere on the stack.
bool entry_holds() {
  const CallEntry& e = self().entry;
  const auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  const uint64_t top = kStackBase + (g.current + uint64_t{1}) * kStackSlot;
  return e.sp > here && e.sp < top && top - here < kStackSize && *reinterpret_cast<const uint64_t*>(e.sp) == e.back;
}

void entry_goes_on(uint64_t what) {
  CallEntry& e = self().entry;
  e.progress = mix(e.progress, what);
}

}  // namespace heddle::rt
