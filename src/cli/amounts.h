// Amounts as people write them on a command line: "10s", "500ms", "2m"; "512M", "2G".
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace heddle {

// Seconds; a plain number counts as seconds. Nothing if it cannot be read or is not positive.
std::optional<double> parse_duration(const std::string& text);
// Bytes; K, M, G, T are powers of 1024, with or without a B after them.
std::optional<uint64_t> parse_size(const std::string& text);

}  // namespace heddle
