#include "report/html_template.h"

#ifdef HEDDLE_PAGE_FILE
asm(R"(
  .pushsection .rodata
  .global heddle_page_begin, heddle_page_end
heddle_page_begin:
  .incbin ")" HEDDLE_PAGE_FILE R"("
heddle_page_end:
  .popsection
)");
extern "C" const char heddle_page_begin[], heddle_page_end[];
#endif

namespace heddle {

std::string_view html_template() {
#ifdef HEDDLE_PAGE_FILE
  return {heddle_page_begin, heddle_page_end};
#else
  return {};
#endif
}

}  // namespace heddle
