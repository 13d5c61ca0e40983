// A tokenizer for C and C++ that knows just enough to colour a line: comments and raw strings may go over lines,
// everything else ends with its line.

export type TokenKind = "comment" | "string" | "number" | "keyword" | "type" | "call" | "directive" | "";
export interface Token {
  kind: TokenKind;
  text: string;
}

const keywords = new Set(
  ("alignas alignof asm break case catch class concept const consteval constexpr constinit const_cast continue co_await " +
    "co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern false final for friend goto if " +
    "inline mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires " +
    "return sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid " +
    "typename union using virtual volatile while NULL _Atomic _Thread_local restrict").split(" "),
);
const types = new Set(
  ("auto bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t size_t ssize_t int8_t int16_t " +
    "int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t pthread_t pthread_mutex_t pthread_cond_t " +
    "sem_t string vector thread jthread mutex atomic unique_lock lock_guard scoped_lock condition_variable shared_ptr unique_ptr").split(" "),
);

const token =
  /(?<comment>\/\/.*|\/\*)|(?<raw>(?:u8|[uUL])?R"(?<mark>[^()\\\s]{0,16})\()|(?<string>(?:u8|[uUL])?"(?:\\.|[^"\\])*"?|(?:[uUL])?'(?:\\.|[^'\\])*'?)|(?<number>\b(?:0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*(?:\.\d*)?(?:[eE][+-]?\d+)?)[a-zA-Z]*)|(?<word>[A-Za-z_]\w*)|(?<directive>^\s*#\s*\w+)|(?<other>\s+|.)/g;

export function highlight(source: string): Token[][] {
  let open = ""; // what ends the comment or raw string that is going on
  let kind: TokenKind = "";
  return source.split(/\r?\n/).map((line) => {
    const tokens: Token[] = [];
    const add = (k: TokenKind, text: string) => {
      const last = tokens[tokens.length - 1];
      if (last && last.kind === k) last.text += text;
      else if (text) tokens.push({ kind: k, text });
    };
    let at = 0;
    while (at < line.length || (at === 0 && open && line === "")) {
      if (open) {
        const end = line.indexOf(open, at);
        const stop = end < 0 ? line.length : end + open.length;
        add(kind, line.slice(at, stop));
        if (end >= 0) open = "";
        at = stop;
        if (line === "") break;
        continue;
      }
      token.lastIndex = at;
      const match = token.exec(line);
      if (!match?.groups) break;
      const text = match[0];
      const g = match.groups;
      at += text.length;
      if (g.comment === "/*") {
        open = "*/";
        kind = "comment";
        add(kind, text);
      } else if (g.raw !== undefined) {
        open = `)${g.mark}"`;
        kind = "string";
        add(kind, text);
      } else if (g.comment) add("comment", text);
      else if (g.string) add("string", text);
      else if (g.number) add("number", text);
      else if (g.directive) add("directive", text);
      else if (g.word) add(wordKind(text, line.slice(at)), text);
      else add("", text);
    }
    return tokens;
  });
}

function wordKind(word: string, rest: string): TokenKind {
  if (keywords.has(word)) return "keyword";
  if (types.has(word)) return "type";
  return /^\s*\(/.test(rest) ? "call" : "";
}
