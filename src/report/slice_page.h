// The page of heddle analyze: sources with, for each line, the lines that can matter to it. One file, nothing loaded from elsewhere.
//
//   write_whole_file("page.html", slice_page({files, depends, {0, 11}, "…"}));
//
// A click on a line marks what it depends on, and, in another colour, what depends on it.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

struct SlicePage {
  using Line = std::pair<uint32_t, uint32_t>;  // index into `files`, line from 1
  struct File {
    std::string name;
    std::vector<std::string> lines;
  };
  std::vector<File> files;
  std::map<Line, std::vector<Line>>
      depends;        // per line that does something: the lines that matter to it, itself included
  Line chosen{0, 0};  // what is marked at first; line 0: nothing
  std::string sizes;  // a sentence on how much there is
};

std::string slice_page(const SlicePage& page);

}  // namespace heddle
