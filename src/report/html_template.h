// The page of the HTML report without its data, as web/ builds it: one HTML document, nothing outside it is needed.
#pragma once
#include <string_view>

namespace heddle {

// Empty if Heddle was built without the page (HEDDLE_PAGE=OFF).
std::string_view html_template();

// Where the data belongs in it.
inline constexpr std::string_view kHtmlDataMark = "<!--heddle-data-->";

}  // namespace heddle
