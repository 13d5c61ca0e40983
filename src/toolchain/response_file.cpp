#include "toolchain/response_file.h"

#include <fstream>
#include <iterator>

namespace heddle {

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote) {
      if (c == quote) quote = 0;
      else word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

static Status expand(const std::vector<std::string>& arguments, std::vector<std::string>& out, int depth) {
  constexpr int kMaxDepth = 16;
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@') {
      out.push_back(argument);
      continue;
    }
    std::ifstream file(argument.substr(1));
    if (!file) {  // as other compilers do: not a file, so an argument
      out.push_back(argument);
      continue;
    }
    if (depth == kMaxDepth) return Error{"response files include each other: " + argument, ""};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (Status inner = expand(split_words(text), out, depth + 1); !inner) return inner;
  }
  return Ok();
}

Result<std::vector<std::string>> expand_response_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> out;
  if (Status status = expand(arguments, out, 0); !status) return status.error();
  return out;
}

}  // namespace heddle
