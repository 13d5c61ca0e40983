#include "smt/interrupt.h"

#include <mutex>
#include <set>

namespace heddle::smt {
namespace {

struct Contexts {
  std::mutex busy;
  std::set<z3::context*> all;
};

Contexts& contexts() {
  static Contexts known;
  return known;
}

}  // namespace

Interruptible::Interruptible() {
  const std::scoped_lock hold(contexts().busy);
  contexts().all.insert(&context_);
}

Interruptible::~Interruptible() {
  const std::scoped_lock hold(contexts().busy);
  contexts().all.erase(&context_);
}

void interrupt_all() {
  const std::scoped_lock hold(contexts().busy);
  for (z3::context* c : contexts().all) c->interrupt();
}

}  // namespace heddle::smt
