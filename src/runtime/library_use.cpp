#include "runtime/library_use.h"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>

#include "runtime/modules.h"

namespace heddle::rt {
namespace {

bool begins(const char* text, const char* with) { return strncmp(text, with, strlen(with)) == 0; }

// Functions that keep nothing for themselves in writable data of the library; a name that ends in * is a beginning. This
// is for speed alone: what is missing here costs each run the copying of some pages.
constexpr const char* kLeaveNothing[] = {
    "mem*", "bcmp", "bzero", "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcpy", "strncpy",
    "stpcpy", "strcat", "strncat", "strchr", "strrchr", "strstr", "strpbrk", "strspn", "strcspn", "strtok_r", "strtol",
    "strtoll", "strtoul", "strtoull", "strtod", "strtof", "strtold", "strtoimax", "strtoumax", "__isoc23_strtol*",
    "__isoc23_strtoul*", "ato?", "abs", "labs", "llabs", "div", "bsearch", "__errno_location", "__ctype_*",
    "__tls_get_addr", "__stack_chk_fail", "setjmp", "_setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp",
    "snprintf", "sprintf", "vsnprintf", "vsprintf", "sscanf", "__isoc99_sscanf", "pthread_self", "pthread_equal",
    "pthread_attr_*", "pthread_mutexattr_*", "pthread_condattr_*", "pthread_rwlockattr_*", "pthread_barrierattr_*",
    "__cxa_finalize", "__libc_start_main", "getenv", "sigemptyset", "sigfillset", "sigaddset", "sigdelset",
    "sigismember", "gnu_get_libc_version",
    // of libstdc++
    "__cxa_*", "__gxx_*", "__dynamic_cast", "_ZSt9terminatev", "_ZSt*__throw*", "_ZNSt6thread*",
    "_ZNSt18condition_variable*", "_ZSt18_Rb_tree*", "_ZSt29_Rb_tree*", "_ZSt28_Rb_tree*", "_ZNSt8__detail*",
    "_ZNKSt8__detail*", "_ZNSt7__cxx1112basic_string*", "_ZNKSt7__cxx1112basic_string*", "_ZNSt9exception*",
    "_ZNKSt9exception*", "_ZNSt*error*", "_ZNKSt*error*", "_ZNSt6chrono*", "_ZNSt8ios_base4Init*",
    "_ZSt15future_category*", "_ZNSt13__future_base*", "_ZNSt15__exception_ptr*", "__once_proxy", "_ZT*",
    "_ZNSt10_Sp_locker*", "_ZNSt9bad_*", "_ZNSt8bad_*", "_ZSt13?et_terminate*"};

// Functions of ours that pass the call on to one of the library that keeps something.
constexpr const char* kPassOn[] = {"fread", "fgets"};

// `pattern` may hold * for anything and ? for one character.
bool fits(const char* name, const char* pattern) {
  for (; *pattern != 0; ++pattern, ++name) {
    if (*pattern == '*') {
      for (const char* rest = name;; ++rest) {
        if (fits(rest, pattern + 1)) return true;
        if (*rest == 0) return false;
      }
    }
    if (*name == 0 || (*pattern != '?' && *pattern != *name)) return false;
  }
  return *name == 0;
}

template <int N>
bool is_in(const char* name, const char* const (&list)[N]) {
  for (const char* known : list)
    if (fits(name, known)) return true;
  return false;
}

struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Rela) * relocations[2] = {};
  uint64_t bytes[2] = {};
};

bool uses(const Tables& t, uint64_t bias) {
  for (int k = 0; k < 2; ++k)
    for (uint64_t i = 0; i < t.bytes[k] / sizeof(ElfW(Rela)); ++i) {
      const auto& r = t.relocations[k][i];
      const uint32_t symbol = ELF64_R_SYM(r.r_info);
      if (symbol == 0 || ELF64_R_TYPE(r.r_info) == R_X86_64_COPY || ELF64_R_TYPE(r.r_info) == R_X86_64_TPOFF64)
        continue;
      const uint64_t target = *reinterpret_cast<const uint64_t*>(bias + r.r_offset);
      const char* module = module_name(target);
      const char* name = t.strings + t.symbols[symbol].st_name;
      if (is_our_code(target) && is_in(name, kPassOn)) return true;
      if (!begins(module, "libc.so") && !begins(module, "libstdc++")) continue;
      if (!is_in(name, kLeaveNothing)) return true;
    }
  return false;
}

template <int N>
bool names_one_of(const Tables& t, const char* const (&list)[N]) {
  for (int k = 0; k < 2; ++k)
    for (uint64_t i = 0; i < t.bytes[k] / sizeof(ElfW(Rela)); ++i) {
      const char* name = t.strings + t.symbols[ELF64_R_SYM(t.relocations[k][i].r_info)].st_name;
      if (is_in(name, list)) return true;
    }
  return false;
}

constexpr const char* kFenv[] = {"feset*", "fehold*",   "feupdate*",  "feclear*", "feraise*",  "fetest*",
                                 "feget*", "feenable*", "fedisable*", "_fpu*",    "__setfpucw"};
constexpr const char* kErrno[] = {"__errno_location"};

// Functions that say or take the number of a descriptor, or say how many there may be.
constexpr const char* kNumbers[] = {"open",
                                    "open64",
                                    "openat*",
                                    "creat*",
                                    "close*",
                                    "*fd*",
                                    "fileno*",
                                    "dup*",
                                    "fcntl*",
                                    "pipe*",
                                    "socket*",
                                    "accept*",
                                    "eventfd*",
                                    "epoll_*",
                                    "mk*temp*",
                                    "shm_open",
                                    "syscall",
                                    "read*",
                                    "write*",
                                    "pread*",
                                    "pwrite*",
                                    "lseek*",
                                    "fstat*",
                                    "ftruncate*",
                                    "poll",
                                    "ppoll",
                                    "select",
                                    "pselect",
                                    "ioctl",
                                    "isatty",
                                    "f*lock*",
                                    "*lockf*",
                                    "sendfile*",
                                    "splice",
                                    "mmap*",
                                    "dlsym",
                                    "dlopen",
                                    "*rlimit*",
                                    "sysconf",
                                    "getdtablesize",
                                    "fsync",
                                    "fdatasync",
                                    "fch*",
                                    "*dprintf",
                                    "posix_*",
                                    "inotify_*",
                                    "send*",
                                    "recv*",
                                    "_ZNSt12__basic_fileIcE2fdEv",
                                    "_ZNSt12__basic_fileIcE8sys_open*",
                                    "_ZN9__gnu_cxx13stdio_filebuf*"};

// ldmxcsr, fxrstor, xrstor, with an operand in memory. (What compilers write with fldcw puts the old state back at once.)
bool loads_state(const unsigned char* p, const unsigned char* end) {
  for (; p + 3 < end; ++p) {
    const bool memory = p[1] >> 6 != 3;
    const int what = p[1] >> 3 & 7;
    if (*p == 0xae && memory && (what == 1 || what == 2 || what == 5) && (p[-1] == 0x0f || p[-2] == 0xc5)) return true;
  }
  return false;
}

Tables tables_of(const ElfW(Dyn) * dynamic) {
  Tables t;
  for (const ElfW(Dyn)* d = dynamic; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == DT_JMPREL) t.relocations[0] = reinterpret_cast<const ElfW(Rela)*>(d->d_un.d_ptr);
    if (d->d_tag == DT_PLTRELSZ) t.bytes[0] = d->d_un.d_val;
    if (d->d_tag == DT_RELA) t.relocations[1] = reinterpret_cast<const ElfW(Rela)*>(d->d_un.d_ptr);
    if (d->d_tag == DT_RELASZ) t.bytes[1] = d->d_un.d_val;
    if (d->d_tag == DT_SYMTAB) t.symbols = reinterpret_cast<const ElfW(Sym)*>(d->d_un.d_ptr);
    if (d->d_tag == DT_STRTAB) t.strings = reinterpret_cast<const char*>(d->d_un.d_ptr);
  }
  return t;
}

struct Use {
  bool library, arithmetic, error, numbers;
};

int look(dl_phdr_info* info, size_t, void* data) {
  Use& use = *static_cast<Use*>(data);
  if (!module_is_reset(info->dlpi_name, info->dlpi_addr) || is_libstdcxx(info->dlpi_name)) return 0;
  const ElfW(Dyn)* dynamic = nullptr;
  uint64_t inside = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    const uint64_t at = info->dlpi_addr + h.p_vaddr;
    if (h.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(at);
    if (h.p_type != PT_LOAD) continue;
    inside = at;
    if (h.p_flags & PF_X) {
      const auto* code = reinterpret_cast<const unsigned char*>(at);
      use.arithmetic = use.arithmetic || loads_state(code + 2, code + h.p_memsz);
    }
  }
  if (dynamic == nullptr || !is_instrumented(inside)) {
    use = {true, true, true, true};
    return 0;
  }
  const Tables t = tables_of(dynamic);
  if (t.symbols == nullptr || t.strings == nullptr) {
    use = {true, true, true, true};
    return 0;
  }
  use.library = use.library || uses(t, info->dlpi_addr);
  use.arithmetic = use.arithmetic || names_one_of(t, kFenv);
  use.error = use.error || names_one_of(t, kErrno);
  use.numbers = use.numbers || names_one_of(t, kNumbers);
  return 0;
}

struct Sought {
  const char* name;
  bool found;
};

int seek(dl_phdr_info* info, size_t, void* data) {
  Sought& sought = *static_cast<Sought*>(data);
  const char* const name[] = {sought.name};
  if (!module_is_reset(info->dlpi_name, info->dlpi_addr) || is_libstdcxx(info->dlpi_name)) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_DYNAMIC) continue;
    const Tables t = tables_of(reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + h.p_vaddr));
    if (t.symbols != nullptr && t.strings != nullptr) sought.found = sought.found || names_one_of(t, name);
  }
  return 0;
}

Use find_use() {
  Use use{};
  dl_iterate_phdr(look, &use);
  return use;
}

}  // namespace

bool library_state_is_used() { return find_use().library; }
bool errno_is_used() { return find_use().error; }
bool arithmetic_state_is_used() { return find_use().arithmetic; }

bool program_names(const char* function) {
  Sought sought{function, false};
  dl_iterate_phdr(seek, &sought);
  return sought.found;
}

bool descriptor_numbers_are_used() {
  static const bool used = find_use().numbers;
  return used;
}

}  // namespace heddle::rt
