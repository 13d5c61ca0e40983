// Assembly can address memory through any register, whatever operands and clobbers it declares. So it counts as harmless only if
// every statement is an instruction of a list here, all of which work on registers, with operands that are registers and numbers.
// What takes memory by its nature (push, stos, call, xsave) is not on the list; what could take it as an operand does not get one.
// Everything else may touch memory.
#include "instrument/assembly_text.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace heddle {
namespace {

// "  LOCK addl $$0, 0(%rsp)" => "lock addl $$0,0(%rsp)"
std::string normalised(StringRef text) {
  std::string out;
  for (const char c : text.trim()) {
    if (isSpace(c)) {
      if (!out.empty() && out.back() != ' ' && out.back() != ',') out += ' ';
    } else {
      if (c == ',' && !out.empty() && out.back() == ' ') out.pop_back();
      out += toLower(c);
    }
  }
  return out;
}

// Without the letter for the size of its operands, if it has one.
bool is_listed(const StringSet<>& names, StringRef mnemonic) {
  if (names.contains(mnemonic)) return true;
  return mnemonic.size() > 2 && StringRef("bwlq").contains(mnemonic.back()) && names.contains(mnemonic.drop_back());
}

bool is_condition(StringRef text) {
  static const StringSet<> names{"a",  "ae",  "b",  "be",  "c",  "e",  "g",  "ge",  "l",  "le",
                                 "na", "nae", "nb", "nbe", "nc", "ne", "ng", "nge", "nl", "nle",
                                 "no", "np",  "ns", "nz",  "o",  "p",  "pe", "po",  "s",  "z"};
  return is_listed(names, text);
}

bool computes(StringRef mnemonic) {
  static const StringSet<> names{"mov",
                                 "movabs",
                                 "movzb",
                                 "movzbw",
                                 "movzbl",
                                 "movzbq",
                                 "movzwl",
                                 "movzwq",
                                 "movzx",
                                 "movsbw",
                                 "movsbl",
                                 "movsbq",
                                 "movswl",
                                 "movswq",
                                 "movslq",
                                 "movsx",
                                 "movsxd",
                                 "add",
                                 "sub",
                                 "adc",
                                 "sbb",
                                 "inc",
                                 "dec",
                                 "neg",
                                 "not",
                                 "and",
                                 "or",
                                 "xor",
                                 "cmp",
                                 "test",
                                 "shl",
                                 "shr",
                                 "sal",
                                 "sar",
                                 "rol",
                                 "ror",
                                 "rcl",
                                 "rcr",
                                 "shld",
                                 "shrd",
                                 "imul",
                                 "mul",
                                 "bt",
                                 "bts",
                                 "btr",
                                 "btc",
                                 "bsf",
                                 "bsr",
                                 "bswap",
                                 "popcnt",
                                 "lzcnt",
                                 "tzcnt",
                                 "andn",
                                 "bextr",
                                 "blsi",
                                 "blsr",
                                 "blsmsk",
                                 "bzhi",
                                 "pdep",
                                 "pext",
                                 "mulx",
                                 "rorx",
                                 "sarx",
                                 "shlx",
                                 "shrx",
                                 "adcx",
                                 "adox",
                                 "crc32",
                                 "cltd",
                                 "cdq",
                                 "cqo",
                                 "cqto",
                                 "cwd",
                                 "cwtd",
                                 "cdqe",
                                 "cltq",
                                 "cwde",
                                 "cwtl",
                                 "cbw",
                                 "cbtw",
                                 "xchg",
                                 "xadd",
                                 "sahf",
                                 "lahf",
                                 "clc",
                                 "stc",
                                 "cmc",
                                 "cld",
                                 "movd",
                                 "movq",
                                 "movaps",
                                 "movapd",
                                 "movups",
                                 "movupd",
                                 "movdqa",
                                 "movdqu",
                                 "movss",
                                 "movsd",
                                 "pxor",
                                 "por",
                                 "pand",
                                 "pandn",
                                 "xorps",
                                 "xorpd",
                                 "andps",
                                 "andpd",
                                 "orps",
                                 "orpd",
                                 "paddb",
                                 "paddw",
                                 "paddd",
                                 "paddq",
                                 "psubb",
                                 "psubw",
                                 "psubd",
                                 "psubq",
                                 "addss",
                                 "addsd",
                                 "addps",
                                 "addpd",
                                 "subss",
                                 "subsd",
                                 "subps",
                                 "subpd",
                                 "mulss",
                                 "mulsd",
                                 "mulps",
                                 "mulpd",
                                 "sqrtss",
                                 "sqrtsd",
                                 "sqrtps",
                                 "sqrtpd",
                                 "pshufd",
                                 "pshufb",
                                 "vzeroupper",
                                 "vzeroall",
                                 "cvtsi2sd",
                                 "cvtsi2ss",
                                 "cvttsd2si",
                                 "cvttss2si",
                                 "cvtsd2si",
                                 "cvtss2si",
                                 "ucomisd",
                                 "ucomiss",
                                 "aesenc",
                                 "aesenclast",
                                 "aesdec",
                                 "aesdeclast",
                                 "aeskeygenassist",
                                 "pclmulqdq"};
  if (is_listed(names, mnemonic)) return true;
  return (mnemonic.consume_front("set") || mnemonic.consume_front("cmov")) && is_condition(mnemonic);
}

bool jumps(StringRef mnemonic) { return mnemonic == "jmp" || (mnemonic.consume_front("j") && is_condition(mnemonic)); }

bool does_nothing(StringRef statement) {
  return StringSwitch<bool>(statement)
             .Cases("", "nop", "nopw", "nopl", "pause", "rep", "rep nop", "lfence", "sfence", "lock", true)
             .Cases("yield", "isb", "endbr64", "endbr32", "ud2", "serialize", true)
             .Default(false) ||
         statement.starts_with(".p2align ") || statement.starts_with(".align ") || statement.starts_with(".balign ");
}

bool asks_processor(StringRef mnemonic) {
  return StringSwitch<bool>(mnemonic)
             .Cases("cpuid", "rdtsc", "rdtscp", "rdpmc", "xgetbv", "rdpid", true)
             .Default(false) ||
         mnemonic.starts_with("rdrand") || mnemonic.starts_with("rdseed");
}

// $0, ${0:k}: the number. Other letters than those of a register's parts stand for something else.
bool is_operand(StringRef text, unsigned& number) {
  if (!text.consume_front("$")) return false;
  if (text.consume_front("{")) {
    if (!text.consume_back("}")) return false;
    const auto [digits, part] = text.split(':');
    return !digits.getAsInteger(10, number) &&
           (part.empty() || (part.size() == 1 && StringRef("bhwkqx").contains(part[0])));
  }
  return !text.getAsInteger(10, number);
}

bool is_word(StringRef text) {
  return !text.empty() && all_of(text, [](char c) { return isAlnum(c); });
}

// A register, a number, or an operand that is one of these.
bool is_harmless_operand(StringRef text, function_ref<bool(unsigned)> is_register) {
  unsigned number;
  if (is_operand(text, number)) return is_register(number);
  if (text.consume_front("%"))
    return is_word(text) || (text.consume_front("st(") && text.size() == 2 && isDigit(text[0]));
  if (!text.consume_front("$$")) return false;
  text.consume_front("-");
  return is_word(text);
}

// 1b, 2f: a place in this piece of assembly; ${0:l}: a label of the function around it.
bool is_near_label(StringRef text) {
  if (text.starts_with("${") && text.ends_with(":l}")) return true;
  return text.size() > 1 && (text.back() == 'b' || text.back() == 'f') && all_of(text.drop_back(), isDigit);
}

// The idiom for a full fence: a locked operation that adds 0 to the top of the stack.
bool adds_nothing_to_stack(StringRef text) {
  text.consume_front("lock ");
  const auto [mnemonic, operands] = text.split(' ');
  if (mnemonic != "addl" && mnemonic != "addq" && mnemonic != "orl" && mnemonic != "orq") return false;
  const auto [number, place] = operands.split(',');
  if (number != "$$0" && number != "$$0x0") return false;
  return place.ends_with("(%rsp)") || place.ends_with("(%esp)");
}

}  // namespace

Statement judge_statement(StringRef text, function_ref<bool(unsigned)> is_register) {
  const std::string s = normalised(text);
  const StringRef statement = s;
  if (does_nothing(statement)) return Statement::kNothing;
  if (statement == "mfence" || statement == "dmb ish" || adds_nothing_to_stack(statement)) return Statement::kFence;
  const auto [mnemonic, rest] = statement.split(' ');
  if (mnemonic == "syscall" || mnemonic == "sysenter" || mnemonic == "int") return Statement::kSystemCall;
  SmallVector<StringRef, 4> operands;
  // An address that is only computed: lea 8(%rax,%rbx,4), %rcx.
  if (mnemonic.starts_with("lea") && mnemonic.size() <= 4) {
    const auto [address, target] = rest.rsplit(',');
    return is_harmless_operand(target, is_register) && !address.contains(':') ? Statement::kNothing
                                                                              : Statement::kUnknown;
  }
  if (!rest.empty()) rest.split(operands, ',');
  if (jumps(mnemonic))
    return operands.size() == 1 && is_near_label(operands[0]) ? Statement::kNothing : Statement::kUnknown;
  for (const StringRef operand : operands)
    if (!is_harmless_operand(operand, is_register)) return Statement::kUnknown;
  if (asks_processor(mnemonic)) return Statement::kOutsideValue;
  // movsd without operands copies a string.
  return computes(mnemonic) && (!operands.empty() || !mnemonic.starts_with("mov")) ? Statement::kNothing
                                                                                   : Statement::kUnknown;
}

void for_each_statement(StringRef text, function_ref<void(StringRef)> each) {
  SmallVector<StringRef, 8> lines, statements;
  text.split(lines, '\n');
  for (const StringRef line : lines) {
    statements.clear();
    line.take_until([](char c) { return c == '#'; }).split(statements, ';');
    for (StringRef statement : statements) {
      statement = statement.trim();
      for (size_t colon = statement.find(':'); colon != StringRef::npos; colon = statement.find(':')) {
        const StringRef label = statement.take_front(colon);
        if (label.empty() || !all_of(label, [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '$'; }) ||
            label.starts_with("$"))
          break;
        statement = statement.drop_front(colon + 1).trim();
      }
      if (!statement.empty()) each(statement);
    }
  }
}

bool defines_no_code(StringRef text) {
  if (text.contains("/*")) return false;
  bool code = true;  // the current section may be executed
  SmallVector<bool, 4> outer;
  bool nothing = true;
  for_each_statement(text, [&](StringRef statement) {
    const auto [directive, rest] = statement.split(' ');
    const StringRef name = directive.trim();
    const auto is_code = [](StringRef section) {
      return section.trim(" \t\"").starts_with(".text") || section.contains('x') || !section.contains(',');
    };
    if (StringSwitch<bool>(name)
            .Cases(".globl", ".global", ".weak", ".hidden", ".protected", ".internal", ".type", ".size", ".symver",
                   true)
            .Cases(".set", ".equ", ".local", ".comm", ".lcomm", ".ident", ".file", ".p2align", ".align", ".balign",
                   true)
            .Default(false))
      return;
    if (name == ".text") code = true;
    else if (name == ".data" || name == ".bss" || name == ".rodata") code = false;
    else if (name == ".section") code = is_code(rest);
    else if (name == ".pushsection") outer.push_back(code), code = is_code(rest);
    else if (name == ".popsection" && !outer.empty()) code = outer.pop_back_val();
    else if (StringSwitch<bool>(name)
                 .Cases(".byte", ".short", ".word", ".long", ".int", ".quad", ".octa", ".ascii", ".asciz", ".string",
                        true)
                 .Cases(".zero", ".skip", ".space", ".fill", ".incbin", ".float", ".double", ".2byte", ".4byte",
                        ".8byte", true)
                 .Default(false))
      nothing &= !code;
    else nothing = false;
  });
  return nothing;
}

}  // namespace heddle
