// The manual page heddle(1), made from the same option table as --help.
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace heddle {

// In roff, for man(1).
std::string man_page(const CLI::App& app);

}  // namespace heddle
