// cvc5 as the second solver: the formula of Z3, operator by operator.
#include <cvc5/cvc5.h>

#include <string>
#include <unordered_map>

#include "smt/second_solver.h"

namespace heddle::smt {
namespace {

using causal::Possible;
using cvc5::Kind;

struct NotKnown {};  // an operator that has no translation

class Translation {
 public:
  explicit Translation(cvc5::Solver& solver) : solver_(solver) {}

  cvc5::Term of(const z3::expr& e) {
    if (const auto at = known_.find(e.id()); at != known_.end()) return at->second;
    const cvc5::Term t = make(e);
    known_.emplace(e.id(), t);
    return t;
  }
  const std::vector<std::pair<z3::expr, cvc5::Term>>& names() const { return names_; }
  const char* logic() const { return !has_numbers_ ? "QF_BV" : has_vectors_ ? "QF_BVLIA" : "QF_LIA"; }

 private:
  static Kind kind_of(Z3_decl_kind k) {
    switch (k) {
      case Z3_OP_EQ:
      case Z3_OP_IFF: return cvc5::EQUAL;
      case Z3_OP_DISTINCT: return cvc5::DISTINCT;
      case Z3_OP_ITE: return cvc5::ITE;
      case Z3_OP_AND: return cvc5::AND;
      case Z3_OP_OR: return cvc5::OR;
      case Z3_OP_XOR: return cvc5::XOR;
      case Z3_OP_NOT: return cvc5::NOT;
      case Z3_OP_IMPLIES: return cvc5::IMPLIES;
      case Z3_OP_LE: return cvc5::LEQ;
      case Z3_OP_GE: return cvc5::GEQ;
      case Z3_OP_LT: return cvc5::LT;
      case Z3_OP_GT: return cvc5::GT;
      case Z3_OP_ADD: return cvc5::ADD;
      case Z3_OP_SUB: return cvc5::SUB;
      case Z3_OP_UMINUS: return cvc5::NEG;
      case Z3_OP_MUL: return cvc5::MULT;
      case Z3_OP_BNEG: return cvc5::BITVECTOR_NEG;
      case Z3_OP_BADD: return cvc5::BITVECTOR_ADD;
      case Z3_OP_BSUB: return cvc5::BITVECTOR_SUB;
      case Z3_OP_BMUL: return cvc5::BITVECTOR_MULT;
      case Z3_OP_BSDIV:
      case Z3_OP_BSDIV_I: return cvc5::BITVECTOR_SDIV;
      case Z3_OP_BUDIV:
      case Z3_OP_BUDIV_I: return cvc5::BITVECTOR_UDIV;
      case Z3_OP_BSREM:
      case Z3_OP_BSREM_I: return cvc5::BITVECTOR_SREM;
      case Z3_OP_BUREM:
      case Z3_OP_BUREM_I: return cvc5::BITVECTOR_UREM;
      case Z3_OP_ULEQ: return cvc5::BITVECTOR_ULE;
      case Z3_OP_SLEQ: return cvc5::BITVECTOR_SLE;
      case Z3_OP_UGEQ: return cvc5::BITVECTOR_UGE;
      case Z3_OP_SGEQ: return cvc5::BITVECTOR_SGE;
      case Z3_OP_ULT: return cvc5::BITVECTOR_ULT;
      case Z3_OP_SLT: return cvc5::BITVECTOR_SLT;
      case Z3_OP_UGT: return cvc5::BITVECTOR_UGT;
      case Z3_OP_SGT: return cvc5::BITVECTOR_SGT;
      case Z3_OP_BAND: return cvc5::BITVECTOR_AND;
      case Z3_OP_BOR: return cvc5::BITVECTOR_OR;
      case Z3_OP_BXOR: return cvc5::BITVECTOR_XOR;
      case Z3_OP_BNOT: return cvc5::BITVECTOR_NOT;
      case Z3_OP_CONCAT: return cvc5::BITVECTOR_CONCAT;
      case Z3_OP_BSHL: return cvc5::BITVECTOR_SHL;
      case Z3_OP_BLSHR: return cvc5::BITVECTOR_LSHR;
      case Z3_OP_BASHR: return cvc5::BITVECTOR_ASHR;
      default: throw NotKnown();
    }
  }

  cvc5::Sort sort_of(const z3::sort& s) {
    if (s.is_bool()) return solver_.getBooleanSort();
    if (s.is_int()) return solver_.getIntegerSort();
    if (s.is_bv()) return solver_.mkBitVectorSort(s.bv_size());
    throw NotKnown();
  }

  // At most so many of its arguments hold.
  cvc5::Term at_most(const z3::expr& e, const std::vector<cvc5::Term>& some) {
    has_numbers_ = true;
    const cvc5::Term one = solver_.mkInteger(1), zero = solver_.mkInteger(0);
    cvc5::Term sum = zero;
    for (const cvc5::Term& t : some) sum = solver_.mkTerm(cvc5::ADD, {sum, solver_.mkTerm(cvc5::ITE, {t, one, zero})});
    const int bound = Z3_get_decl_int_parameter(e.ctx(), e.decl(), 0);
    return solver_.mkTerm(cvc5::LEQ, {sum, solver_.mkInteger(bound)});
  }

  cvc5::Term with_index(const z3::expr& e, Kind kind, const cvc5::Term& argument) {
    const auto index = static_cast<uint32_t>(Z3_get_decl_int_parameter(e.ctx(), e.decl(), 0));
    return solver_.mkTerm(solver_.mkOp(kind, {index}), {argument});
  }

  cvc5::Term name(const z3::expr& e) {
    has_numbers_ |= e.is_int();
    has_vectors_ |= e.is_bv();
    names_.emplace_back(e, solver_.mkConst(sort_of(e.get_sort()), e.decl().name().str()));
    return names_.back().second;
  }

  cvc5::Term make(const z3::expr& e) {
    if (!e.is_app()) throw NotKnown();
    if (e.is_true() || e.is_false()) return solver_.mkBoolean(e.is_true());
    if (e.is_numeral() && e.is_int()) return solver_.mkInteger(e.get_decimal_string(0));
    if (e.is_numeral() && e.is_bv())
      return solver_.mkBitVector(e.get_sort().bv_size(), Z3_get_numeral_string(e.ctx(), e), 10);
    std::vector<cvc5::Term> arguments;
    for (unsigned i = 0; i < e.num_args(); ++i) arguments.push_back(of(e.arg(i)));
    const Z3_decl_kind kind = e.decl().decl_kind();
    switch (kind) {
      case Z3_OP_UNINTERPRETED:
        if (arguments.empty()) return name(e);
        throw NotKnown();
      case Z3_OP_AND:
      case Z3_OP_OR:
        if (arguments.empty()) return solver_.mkBoolean(kind == Z3_OP_AND);
        if (arguments.size() == 1) return arguments[0];
        break;
      case Z3_OP_ADD:
      case Z3_OP_MUL:
        if (arguments.size() == 1) return arguments[0];
        break;
      case Z3_OP_PB_AT_MOST: return at_most(e, arguments);
      case Z3_OP_SIGN_EXT: return with_index(e, cvc5::BITVECTOR_SIGN_EXTEND, arguments[0]);
      case Z3_OP_ZERO_EXT: return with_index(e, cvc5::BITVECTOR_ZERO_EXTEND, arguments[0]);
      case Z3_OP_EXTRACT: return solver_.mkTerm(solver_.mkOp(cvc5::BITVECTOR_EXTRACT, {e.hi(), e.lo()}), arguments);
      default: break;
    }
    return solver_.mkTerm(kind_of(kind), arguments);
  }

  cvc5::Solver& solver_;
  std::unordered_map<unsigned, cvc5::Term> known_;
  std::vector<std::pair<z3::expr, cvc5::Term>> names_;
  bool has_numbers_ = false, has_vectors_ = false;
};

z3::expr value_for(const z3::expr& name, const cvc5::Term& value) {
  z3::context& context = name.ctx();
  if (name.is_bool()) return context.bool_val(value.getBooleanValue());
  if (name.is_int()) return context.int_val(value.getIntegerValue().c_str());
  return context.bv_val(value.getBitVectorValue(10).c_str(), name.get_sort().bv_size());
}

class Cvc5 final : public SecondSolver {
 public:
  Possible check(const z3::expr_vector& all, unsigned milliseconds, Values& values) override {
    try {
      return ask(all, milliseconds, values);
    } catch (const cvc5::CVC5ApiException&) {
      return Possible::kUnknown;
    } catch (const NotKnown&) {
      return Possible::kUnknown;
    }
  }

 private:
  // A solver of its own for each question: what another one left behind cannot matter.
  static Possible ask(const z3::expr_vector& all, unsigned milliseconds, Values& values) {
    cvc5::Solver solver;
    solver.setOption("produce-models", "true");
    solver.setOption("tlimit-per", std::to_string(milliseconds));
    Translation translation(solver);
    std::vector<cvc5::Term> terms;
    for (unsigned i = 0; i < all.size(); ++i) terms.push_back(translation.of(all[static_cast<int>(i)]));
    solver.setLogic(translation.logic());
    for (const cvc5::Term& t : terms) solver.assertFormula(t);
    const cvc5::Result result = solver.checkSat();
    if (result.isUnsat()) return Possible::kNo;
    if (!result.isSat()) return Possible::kUnknown;
    for (const auto& [name, term] : translation.names())
      values.emplace_back(name, value_for(name, solver.getValue(term)));
    return Possible::kYes;
  }
};

}  // namespace

std::unique_ptr<SecondSolver> make_cvc5() { return std::make_unique<Cvc5>(); }

}  // namespace heddle::smt
