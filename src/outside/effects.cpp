#include "outside/effects.h"

#include <algorithm>

namespace heddle::outside {
namespace {

using What = Effect::What;

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Takes what comes before `end` off the text; all of it if there is none.
std::string_view take_until(std::string_view* text, char end) {
  const size_t at = text->find(end);
  const std::string_view first = text->substr(0, at);
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + 1);
  return first;
}

bool parse_number(std::string_view text, uint32_t* number) {
  if (text.empty() || text.size() > 9) return false;
  *number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    *number = *number * 10 + static_cast<uint32_t>(c - '0');
  }
  return true;
}

bool parse_argument(std::string_view text, uint8_t* argument) {
  uint32_t number;
  if (!parse_number(text, &number) || number == 0 || number > 9) return false;
  *argument = static_cast<uint8_t>(number);
  return true;
}

bool parse_size(std::string_view text, Size* size) {
  *size = Size{};
  if (text == "string" || text == "wide") {
    size->kind = text == "string" ? Size::Kind::kString : Size::Kind::kWideString;
    return true;
  }
  if (text == "address") {
    size->address = true;
    return true;
  }
  if (const size_t minus = text.find('-'); minus != std::string_view::npos)  // "#2-#1"
    return text.starts_with('#') && text.substr(minus + 1).starts_with('#') &&
           parse_argument(text.substr(1, minus - 1), &size->factor[0]) &&
           parse_argument(text.substr(minus + 2), &size->minus);
  if (const size_t mask = text.find('&'); mask != std::string_view::npos)  // "#2&576"
    return text.starts_with('#') && parse_argument(text.substr(1, mask - 1), &size->factor[0]) &&
           parse_number(text.substr(mask + 1), &size->mask);
  std::string_view product = take_until(&text, '+');
  if (!text.empty() && !parse_number(text, &size->more)) return false;
  while (!product.empty()) {
    const std::string_view factor = take_until(&product, '*');
    uint32_t number;
    if (factor == "result") {
      size->result = true;
    } else if (factor.starts_with('@')) {
      if (size->behind != 0 || !parse_argument(factor.substr(1), &size->behind)) return false;
    } else if (factor.starts_with('#')) {
      uint8_t& slot = size->factor[size->factor[0] == 0 ? 0 : 1];
      if (slot != 0 || !parse_argument(factor.substr(1), &slot)) return false;
    } else if (parse_number(factor, &number)) {
      size->number *= number;
    } else {
      return false;
    }
  }
  return true;
}

// "unless 1", "if 2" or "when 1=16" at the end, which is taken off the text.
bool parse_condition(std::string_view* text, Effect* effect) {
  constexpr std::string_view kUnless = " unless ", kIf = " if ", kWhen = " when ";
  std::string_view all = *text;
  if (const size_t at = all.find(kUnless); at != std::string_view::npos) {
    *text = all.substr(0, at);
    return parse_argument(all.substr(at + kUnless.size()), &effect->unless);
  }
  if (const size_t at = all.find(kIf); at != std::string_view::npos) {
    *text = all.substr(0, at);
    return parse_argument(all.substr(at + kIf.size()), &effect->given);
  }
  if (const size_t at = all.find(kWhen); at != std::string_view::npos) {
    *text = all.substr(0, at);
    all.remove_prefix(at + kWhen.size());
    return parse_argument(take_until(&all, '='), &effect->when) && parse_number(all, &effect->when_is);
  }
  return true;
}

bool parse_failure(std::string_view text, Effects* effects) {
  if (text == "negative") effects->fails = Fails::kNegative;
  else if (text == "null") effects->fails = Fails::kNull;
  else if (text == "nonzero") effects->fails = Fails::kNonzero;
  else if (text.starts_with('#')) effects->fails = Fails::kArgument;
  else return false;
  return effects->fails != Fails::kArgument || parse_argument(text.substr(1), &effects->fails_as);
}

// "2[result<=#3]", "*3[string]"
bool parse_memory(std::string_view text, Effect* effect) {
  effect->indirect = text.starts_with('*');
  if (effect->indirect) text.remove_prefix(1);
  if (!parse_argument(take_until(&text, '['), &effect->argument) || !text.ends_with(']')) return false;
  text.remove_suffix(1);
  const size_t bound = text.find("<=");
  effect->bounded = bound != std::string_view::npos;
  if (effect->bounded && !parse_size(text.substr(bound + 2), &effect->most)) return false;
  return parse_size(text.substr(0, bound), &effect->size);
}

bool find_word(std::string_view word, What* what) {
  constexpr struct {
    std::string_view word;
    What what;
  } kWords[] = {{"reads", What::kReads},     {"writes", What::kWrites},     {"edits", What::kEdits},
                {"static", What::kStatic},   {"printf", What::kPrintf},     {"vprintf", What::kVprintf},
                {"scanf", What::kScanf},     {"vscanf", What::kVscanf},     {"locks", What::kLocks},
                {"asks", What::kAsks},       {"races", What::kRaces},       {"looks", What::kLooks},
                {"stream", What::kStream},   {"prints", What::kPrints},     {"descriptor", What::kDescriptor},
                {"path", What::kPath},       {"changes", What::kChanges},   {"sets", What::kSets},
                {"gathers", What::kGathers}, {"scatters", What::kScatters}, {"lends", What::kLends},
                {"handle", What::kHandle},   {"closes", What::kCloses},     {"alters", What::kAlters},
                {"holds", What::kHolds},     {"opens", What::kOpens}};
  for (const auto& known : kWords)
    if (word == known.word) {
      *what = known.what;
      return true;
    }
  return false;
}

const char* parse_one(std::string_view text, Effects* effects) {
  std::string_view rest = text;
  const std::string_view word = take_until(&rest, ' ');
  rest = trim(rest);
  if (word == "own") {
    effects->own = rest;
    return rest.find('_') == std::string_view::npos ? "'own' needs the shape of the function" : nullptr;
  }
  if (rest.empty()) {
    if (word == "nothing") effects->nothing = true;
    else if (word == "controlled") effects->controlled = true;
    else if (word == "instrumented") effects->instrumented = true;
    else if (word == "refused") effects->refused = true;
    else if (word == "repeats") effects->repeats = true;
    else if (word == "allocates") effects->allocates = true;
    else if (word == "numbered") effects->numbered = true;
    else if (word == "deep") effects->deep = true;
    else return "no such effect";
    return nullptr;
  }
  if (word == "fails") return parse_failure(rest, effects) ? nullptr : "negative, null, nonzero or #N is expected";
  if (effects->count == Effects::kMost) return "too many effects";
  Effect& effect = effects->list[effects->count++];
  effect = Effect{};
  // "wprintf": printf with a wide format
  std::string_view plain = word;
  if (const size_t w = std::min(word.find("wprintf"), word.find("wscanf")); w < 2) {
    effect.wide = true;
    plain = w == 0 ? word.substr(1) : word == "vwprintf" ? "vprintf" : "vscanf";
  }
  if (!find_word(plain, &effect.what)) return "no such effect";
  if (!parse_condition(&rest, &effect)) return "a condition is expected to be 'unless 1', 'if 1' or 'when 1=5'";
  switch (effect.what) {
    case What::kReads:
    case What::kWrites:
    case What::kEdits:
    case What::kLends:
    case What::kOpens:
    case What::kGathers:
    case What::kScatters:
      return parse_memory(rest, &effect) ? nullptr : "an argument and a size are expected, such as 2[#3] or 1[string]";
    case What::kSets: {
      effect.state = take_until(&rest, '[');
      if (!rest.ends_with(']') || !parse_size(rest.substr(0, rest.size() - 1), &effect.size))
        return "a variable and a size are expected, such as optind[4]";
      return nullptr;
    }
    case What::kStatic: return parse_size(rest, &effect.size) ? nullptr : "a number of bytes is expected";
    case What::kLocks:
    case What::kAsks:
    case What::kRaces:
    case What::kLooks: effect.state = rest; return nullptr;
    case What::kStream:
    case What::kPath:
    case What::kChanges:
      effect.indirect = rest.starts_with('*');
      if (effect.indirect) rest.remove_prefix(1);
      [[fallthrough]];
    default: return parse_argument(rest, &effect.argument) ? nullptr : "the number of an argument is expected";
  }
}

}  // namespace

const char* parse_effects(std::string_view text, Effects* effects) {
  *effects = Effects{};
  while (!text.empty()) {
    const std::string_view one = trim(take_until(&text, ';'));
    if (one.empty()) return "an effect is empty";
    if (const char* wrong = parse_one(one, effects)) return wrong;
  }
  return nullptr;
}

}  // namespace heddle::outside
