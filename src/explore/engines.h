// The engines by type, for the factory. One file each; everyone else asks make_engine for a name.
#pragma once
#include <memory>

#include "explore/engine.h"

namespace heddle {

enum class Fault : uint8_t;       // see path.h
enum class OrderFault : uint8_t;  // see trace/happens_before.h

std::unique_ptr<Engine> make_dfs(const EngineOptions&);
std::unique_ptr<Engine> make_random(const EngineOptions&);
std::unique_ptr<Engine> make_pct(const EngineOptions&);
std::unique_ptr<Engine> make_icb(const EngineOptions&);
std::unique_ptr<Engine> make_dpor(const EngineOptions&);
std::unique_ptr<Engine> make_dpor_classic(const EngineOptions&);
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions&);
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions&, Fault);
std::unique_ptr<Engine> make_optimal(const EngineOptions&);
std::unique_ptr<Engine> make_mcr(const EngineOptions&);
std::unique_ptr<Engine> make_mcr(const EngineOptions&, OrderFault);
std::unique_ptr<Engine> make_mcr_trace(const EngineOptions&);

}  // namespace heddle
