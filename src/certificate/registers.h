// Registers: which ones each node of a certificate's trees finds filled, what its terms mean there, and which of them somebody will
// still look at. The others are no part of a state.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "certificate/model.h"

namespace heddle::certificate {

class Registers {
 public:
  explicit Registers(const Certificate& certificate)
      : from_(certificate), filled_(certificate.nodes.size()), last_(certificate.nodes.size()) {}

  // Node `to` comes after node `from`. Parents before their children.
  void follow(uint32_t from, uint32_t to) {
    const bool fills = from_.nodes[from].fills != 0;
    filled_[to] = filled_[from] + fills;
    last_[to] = fills ? from : last_[from];
  }
  // Empty, or what is wrong with the terms of the file.
  std::string check_terms() const;
  // Fills in what the node's terms mean. Empty, or what is wrong with them.
  std::string bind(uint32_t id, BoundNode& n, Expressions& expressions) const;
  // Fills in `live`; what follows is bound.
  static void find_live(BoundNode& n, const Model& model);

 private:
  std::string shape(uint32_t id, const BoundNode& n) const;
  bool fits(uint32_t id, uint32_t since, uint32_t width) const;

  const Certificate& from_;
  std::vector<uint32_t> filled_;  // per node: how many registers
  std::vector<uint32_t> last_;    // per node: the node before it that filled one last, 0 for none
};

}  // namespace heddle::certificate
