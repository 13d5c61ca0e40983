// The data of the HTML report as JSON; its schema is in web/README.md.
//
// A run may have a hundred thousand rows, so rows are columns of numbers, and what repeats (places, objects, texts)
// stands in tables of its own.
#pragma once
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/report.h"

namespace heddle {

// The source files that a page shows, each with its text, read once.
class PageFiles {
 public:
  // The file's number; -1 for no file.
  int number(const std::string& path);
  void cover(const CoveredLine& line);
  nlohmann::ordered_json json() const;

 private:
  struct File {
    std::string path;
    struct Covered {
      uint64_t times = 0, histories = 0;
    };
    std::map<uint32_t, Covered> covered;  // by line
  };
  std::vector<File> files_;
  std::map<std::string, int> numbers_;  // by every name a file was given, and by its full one
};

// What the summary says of a finding, and everything about it.
nlohmann::ordered_json finding_head(const ReportedFinding& found, PageFiles& files);
nlohmann::ordered_json finding_data(const ReportedFinding& found, PageFiles& files);

// A script element that holds `data`. Nothing in the data can end it.
std::string data_element(const std::string& id, const nlohmann::ordered_json& data);

}  // namespace heddle
