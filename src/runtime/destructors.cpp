// The array of a module ends with what is called first. One entry that is not instrumented is the compiler's own, which calls what
// __cxa_atexit was given for this module; here that has been done. More of them are functions of foreign objects.
#include "runtime/destructors.h"

#include <elf.h>
#include <link.h>

#include "runtime/failure.h"
#include "runtime/modules.h"
#include "runtime/unseen.h"

namespace heddle::rt {
namespace {

using Function = void (*)();

struct Functions {
  const Function* first;
  int count;
};
constexpr int kMostModules = 64;
Functions modules[kMostModules];  // as they were loaded, which is the order in which they end
int count;

int scan_one(dl_phdr_info* info, size_t, void*) {
  Functions found{nullptr, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    if (h.p_type != PT_DYNAMIC || !is_instrumented(info->dlpi_addr + h.p_vaddr)) continue;
    for (auto* d = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + h.p_vaddr); d->d_tag != DT_NULL; ++d) {
      if (d->d_tag == DT_FINI_ARRAY) found.first = reinterpret_cast<const Function*>(info->dlpi_addr + d->d_un.d_ptr);
      if (d->d_tag == DT_FINI_ARRAYSZ) found.count = static_cast<int>(d->d_un.d_val / sizeof(Function));
    }
  }
  if (found.first != nullptr && found.count > 0 && count < kMostModules) modules[count++] = found;
  return 0;
}

}  // namespace

void destructors_scan() {
  count = 0;
  dl_iterate_phdr(scan_one, nullptr);
}

void run_destructor_functions() {
  for (int m = 0; m < count; ++m) {
    int foreign = 0;
    for (int i = modules[m].count - 1; i >= 0; --i) {
      const Function function = modules[m].first[i];
      if (is_marked(reinterpret_cast<uint64_t>(function))) function();
      else if (++foreign == 2)
        uncontrolled("the program has functions with the attribute \"destructor\" that are not compiled with Heddle");
    }
  }
}

}  // namespace heddle::rt
