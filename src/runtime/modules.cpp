#include "runtime/modules.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <cstring>

#include "runtime/abi.h"
#include "runtime/failure.h"

namespace heddle::rt {
namespace {

constexpr int kMaxModules = 64;
ModuleInfo modules[kMaxModules];
int count;
uint64_t anchors[4096];
int anchor_count;
bool some_follow, some_do_not_follow;  // values: modules that are instrumented
const char* with_assembly;             // a source file that has functions written in assembly
struct CodeRange {
  uint64_t begin, end;
};
CodeRange untrusted[kMaxModules];  // code of the program and of libraries that nobody vouches for
int untrusted_count;
uint64_t ours_begin, ours_end, libc_begin, libc_end;

const char* last_part(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
bool begins(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }

// Libraries whose uninstrumented code is known to keep to itself: what they share goes through functions that
// the runtime interposes, or is state that only grows once.
bool trusted(const char* name) {
  static const char* const kNames[] = {"libc.so",      "libm.so",    "libstdc++.so",  "libgcc_s.so",
                                       "ld-linux",     "libdl.so",   "libpthread.so", "librt.so",
                                       "libheddle_rt", "linux-vdso", "libatomic.so"};
  for (const char* known : kNames)
    if (begins(name, known)) return true;
  return name[0] == 0;
}

void extent(const dl_phdr_info* info, uint64_t* begin, uint64_t* end) {
  *begin = UINT64_MAX;
  *end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_LOAD) continue;
    const uint64_t from = info->dlpi_addr + h.p_vaddr, to = from + h.p_memsz;
    if (from < *begin) *begin = from;
    if (to > *end) *end = to;
  }
}

int find_ours(dl_phdr_info* info, size_t, void*) {
  uint64_t begin, end;
  extent(info, &begin, &end);
  const auto here = reinterpret_cast<uint64_t>(&modules_start);
  if (here >= begin && here < end) {
    ours_begin = begin;
    ours_end = end;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto& h = info->dlpi_phdr[i];
      if (h.p_type == PT_LOAD && (h.p_flags & PF_W))
        add_our_memory(info->dlpi_addr + h.p_vaddr, info->dlpi_addr + h.p_vaddr + h.p_memsz);
    }
  }
  if (begins(last_part(info->dlpi_name), "libc.so")) {
    libc_begin = begin;
    libc_end = end;
  }
  return 0;
}

int scan_one(dl_phdr_info* info, size_t, void*) {
  if (count == kMaxModules) return 1;
  ModuleInfo& m = modules[count];
  extent(info, &m.begin, &m.end);
  m.bias = info->dlpi_addr;
  m.instrumented = false;
  m.writable = m.end;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type == PT_LOAD && (h.p_flags & PF_W) && m.bias + h.p_vaddr < m.writable) m.writable = m.bias + h.p_vaddr;
  }
  for (int i = 0; i < anchor_count; ++i) m.instrumented |= anchors[i] - m.begin < m.end - m.begin;
  const char* path = info->dlpi_name;
  if (count == 0 && path[0] == 0) {
    const ssize_t n = readlink("/proc/self/exe", m.path, sizeof m.path - 1);
    m.path[n > 0 ? n : 0] = 0;
  } else {
    strncpy(m.path, path, sizeof m.path - 1);
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    const uint64_t begin = m.bias + h.p_vaddr;
    if (h.p_type == PT_LOAD && (h.p_flags & PF_X) && (count == 0 || !trusted(last_part(path))) &&
        untrusted_count < kMaxModules)
      untrusted[untrusted_count++] = {begin, begin + h.p_memsz};
  }
  ++count;
  return 0;
}

const ModuleInfo* find(uint64_t address) {
  for (int i = 0; i < count; ++i)
    if (address - modules[i].begin < modules[i].end - modules[i].begin) return &modules[i];
  return nullptr;
}

// Is this an address in data, where position records are, and not in code?
bool in_data(uint64_t address) {
  struct Search {
    uint64_t address;
    bool data;
  } search{address, false};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto* s = static_cast<Search*>(data);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& h = info->dlpi_phdr[i];
          if (h.p_type != PT_LOAD || (h.p_flags & PF_X)) continue;
          if (s->address - (info->dlpi_addr + h.p_vaddr) < h.p_memsz) s->data = true;
        }
        return 0;
      },
      &search);
  return search.data;
}

}  // namespace

void modules_start() { dl_iterate_phdr(find_ours, nullptr); }

void modules_scan() {
  count = untrusted_count = 0;
  dl_iterate_phdr(scan_one, nullptr);
  if (with_assembly != nullptr)
    uncontrolled("%s has functions written in assembly: what they do to shared memory is not seen", with_assembly);
}

bool is_libstdcxx(const char* path) { return begins(last_part(path), "libstdc++.so"); }

bool is_libc_path(const char* path) { return begins(last_part(path), "libc.so"); }

bool module_is_reset(const char* name, uint64_t bias) {
  if (is_libstdcxx(name)) return true;
  if (name[0] != 0 && !trusted(last_part(name))) return true;  // its pointers into the heap would dangle otherwise
  for (int i = 0; i < count; ++i)
    if (modules[i].bias == bias && modules[i].instrumented) return true;
  return false;
}

void our_code(uint64_t* begin, uint64_t* end) {
  *begin = ours_begin;
  *end = ours_end;
}
bool is_our_code(uint64_t pc) { return pc - ours_begin < ours_end - ours_begin; }
bool is_libc(uint64_t pc) { return pc - libc_begin < libc_end - libc_begin; }
uint64_t instrumented_modules() { return anchor_count < 4096 ? static_cast<uint64_t>(anchor_count) : UINT64_MAX; }
bool all_modules_follow() { return some_follow && !some_do_not_follow; }

bool is_instrumented(uint64_t address) {
  const ModuleInfo* m = find(address);
  return m != nullptr && m->instrumented;
}
bool is_untrusted_code(uint64_t address) {
  for (int i = 0; i < untrusted_count; ++i)
    if (address - untrusted[i].begin < untrusted[i].end - untrusted[i].begin) return true;
  return false;
}
bool is_constant(uint64_t address) {
  const ModuleInfo* m = find(address);
  return m != nullptr && address < m->writable;
}
const char* module_name(uint64_t address) {
  const ModuleInfo* m = find(address);
  return m == nullptr ? "" : last_part(m->path);
}

bool is_trusted_module(uint64_t address) {
  const ModuleInfo* m = find(address);
  return m != nullptr && m != &modules[0] && trusted(last_part(m->path));
}

bool describe_position(uint64_t position, const char** file, uint32_t* line, const char** function) {
  const ModuleInfo* m = find(position);
  if (m == nullptr || !m->instrumented || !in_data(position)) return false;
  const auto* p = reinterpret_cast<const __heddle_pos*>(position);
  *file = p->file;
  *line = p->line;
  *function = p->function;
  return true;
}

int module_count() { return count; }
const ModuleInfo& module_at(int index) { return modules[index]; }

}  // namespace heddle::rt

extern "C" __attribute__((visibility("default"))) void __heddle_module_followed(const void* anchor) {
  using namespace heddle::rt;
  if (anchor_count < 4096) anchors[anchor_count++] = reinterpret_cast<uint64_t>(anchor);
  some_follow = true;
}
extern "C" __attribute__((visibility("default"))) void __heddle_module(const void* anchor) {
  using namespace heddle::rt;
  if (anchor_count < 4096) anchors[anchor_count++] = reinterpret_cast<uint64_t>(anchor);
  some_do_not_follow = true;
}
extern "C" __attribute__((visibility("default"))) void __heddle_module_assembly(const char* file) {
  heddle::rt::with_assembly = file;
}
