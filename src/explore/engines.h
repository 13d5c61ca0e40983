// The engines by type, for the factory. One file each; everyone else asks make_engine for a name.
#pragma once
#include <memory>

#include "explore/engine.h"

namespace heddle {

enum class Fault : uint8_t;       // see path.h
enum class OrderFault : uint8_t;  // see trace/happens_before.h
namespace causal {
enum class ReachFault : uint8_t;  // see causal/reach_fault.h
}

std::unique_ptr<Engine> make_dfs(const EngineOptions&);
std::unique_ptr<Engine> make_random(const EngineOptions&);
std::unique_ptr<Engine> make_pct(const EngineOptions&);
std::unique_ptr<Engine> make_icb(const EngineOptions&);
std::unique_ptr<Engine> make_dpor(const EngineOptions&);
std::unique_ptr<Engine> make_dpor_classic(const EngineOptions&);
std::unique_ptr<Engine> make_dpor_predicate(const EngineOptions&);
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions&);
std::unique_ptr<Engine> make_icb_dpor(const EngineOptions&, Fault);
std::unique_ptr<Engine> make_optimal(const EngineOptions&);
std::unique_ptr<Engine> make_explicit(const EngineOptions&);
std::unique_ptr<Engine> make_mcr(const EngineOptions&);
std::unique_ptr<Engine> make_mcr(const EngineOptions&, OrderFault, causal::ReachFault);
std::unique_ptr<Engine> make_auto(const EngineOptions&);
std::unique_ptr<Engine> make_mcr_trace(const EngineOptions&);
std::unique_ptr<Engine> make_mpc_trace(const EngineOptions&);

}  // namespace heddle
