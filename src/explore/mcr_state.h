// The state of the engine `mcr` as bytes: what the pool and its searches know; or, once the model of the program does
// not fit it, why not, and the state of the engine that does the work instead.
#pragma once
#include <string>

#include "base/bytes.h"
#include "causal/reach.h"

namespace heddle {

inline void put_facts(Writer& out, bool started, const causal::Pool& pool, const causal::Memory& memory) {
  out.put<uint8_t>(0);
  out.put<uint8_t>(started);
  pool.save(out);
  memory.save(out);
}

inline void put_instead(Writer& out, const std::string& why, const std::string& its_state) {
  out.put<uint8_t>(1);
  out.put(why);
  out.put(its_state);
}

}  // namespace heddle
