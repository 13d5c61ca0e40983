"""Random C programs for tools/fuzz-facts: inputs are read, outputs are written, and between them is everything that carries dependence.

Each statement has a line of its own. `in[k]` is read at lines that say `IN(k)`, output `k` is written at the line that says `OUT(k, …)`. On the ways
of a branch that line is in a function of its own: of two writes on two ways the optimiser would make one behind them, which has no line."""
import random

INPUTS = 5


class Writer:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.outputs = 0
        self.depth = 0
        self.loops = 0
        self.branches = 0  # around this statement
        self.functions = []  # that write one output each

    def put(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    def output(self, arguments):
        k = self.outputs
        self.outputs += 1
        if self.branches == 0:
            return self.put(f"OUT({k}, {arguments});")
        self.functions.append(f"__attribute__((noinline)) static void out{k}(unsigned i, unsigned v) {{ OUT({k}, i, v); }}\n")
        self.put(f"out{k}({arguments});")

    def value(self, names, deep=2):
        r = self.rng
        kind = r.randrange(13)
        if deep == 0 or kind < 3:
            return r.choice(names + [str(r.randrange(8)) + "u"])
        a, b = self.value(names, deep - 1), self.value(names, deep - 1)
        if kind < 7:
            return f"({a} {r.choice('+-*&|^')} {b})"
        if kind == 7:
            return f"({a} {r.choice(['<', '==', '>='])} {b})"
        if kind == 8:
            return f"({a} ? {b} : {self.value(names, 0)})"
        if kind == 9:
            return f"table[{a} % 4]"
        if kind == 10:
            return f"helper{r.randrange(3)}({a}, {b})"
        if kind == 11:
            return f"threaded({a})" if r.randrange(3) else "given()"
        return f"(* &state.{r.choice('ab')})"

    def statement(self, names, deep):
        r = self.rng
        kind = r.randrange(18)
        target = r.choice(names)
        if kind < 4:
            self.put(f"{target} = IN({r.randrange(INPUTS)});")
        elif kind == 4:
            self.put(f"{target} = {self.value(names)};")
        elif kind == 5:  # which way was taken decides; the calls keep it from becoming a `select`
            self.put(f"if ({self.value(names, 1)}) {{ {target} = 1; put(&unread, 1); }} else {{ {target} = 6; put(&unread, 2); stop_if(0); }}")
        elif kind < 9:
            where = self.value(names, 1) if r.randrange(3) == 0 else "0u"
            self.output(f"({where}) % 4, {self.value(names, 1)}")
        elif kind == 9:
            self.put(f"state.{r.choice('ab')} = {self.value(names, 1)};")
        elif kind == 10:
            self.put(f"table[{self.value(names, 1)} % 4] = {self.value(names, 1)};")
        elif kind == 11:
            self.put(f"put(&{r.choice(['state.a', 'state.b', 'table[1]', target])}, {self.value(names, 1)});")
        elif kind == 12 and deep > 0:
            self.put(f"{target} = pick({self.value(names, 0)})({self.value(names, 0)}, {self.value(names, 0)});")
        elif kind == 13 and r.randrange(3) == 0:
            self.put(f"if ({self.value(names)} == 3u) exit(0);")
        elif kind == 14 and r.randrange(3) == 0:
            self.put(f"stop_if({self.value(names)} == 5u);")
        elif deep > 0 and kind == 15:
            self.loops += 1
            i = f"i{self.loops}"
            self.put(f"for (unsigned {i} = 0; {i} < ({self.value(names, 1)}) % 3; {i}++) {{")
            self.block(names + [i], deep - 1)
            self.put("}")
        elif deep > 0 and kind == 16:
            self.put(f"switch ({self.value(names, 1)} % 3) {{")
            for case in ("case 0:", "case 1:", "default:"):
                self.put(case)
                self.way(names, deep - 1)
                self.put("break;" if r.randrange(4) else ";")
            self.put("}")
        elif deep > 0:
            self.put(f"if ({self.value(names)}) {{")
            self.way(names, deep - 1)
            if r.randrange(2):
                self.put("} else {")
                self.way(names, deep - 1)
            self.put("}")
        else:
            self.put(f"{target} += 1;")

    def way(self, names, deep):
        self.branches += 1
        self.block(names, deep)
        self.branches -= 1

    def block(self, names, deep):
        self.depth += 1
        for _ in range(self.rng.randrange(1, 4)):
            # a loop's counter is read, and never written
            self.statement([n for n in names if not n.startswith("i")] or names, deep)
        self.depth -= 1


HEAD = """#include <pthread.h>
#include <stdlib.h>
#ifdef LOG
#include <stdio.h>
static unsigned in[5];
#define IN(k) in[k]
#define OUT(k, i, v) printf("%d %u %u\\n", k, i, v)
#else
volatile unsigned in0, in1, in2, in3, in4;
volatile unsigned out[64][4];
#define IN(k) in##k
#define OUT(k, i, v) out[k][i] = (v)
#endif
static unsigned table[4] = {1, 2, 3, 4};
static struct { unsigned a, b; } state;
static unsigned unread;
__attribute__((noinline)) static void put(unsigned *to, unsigned v) { *to = v; }
__attribute__((noinline)) static void stop_if(int c) { if (c) exit(1); }
static unsigned helper0(unsigned a, unsigned b) { return a > b ? a : b; }
__attribute__((noinline)) static unsigned helper1(unsigned a, unsigned b) { state.a ^= a; return b + 1; }
__attribute__((noinline)) unsigned helper2(unsigned a, unsigned b) { return a > 4 ? b : helper0(a + 1, table[b % 4]); }
static void *body(void *p) {
  unsigned long a = (unsigned long)p;
  if (a & 1) pthread_exit((void *)(a + state.b));
  return (void *)(unsigned long)(state.a > 2 ? table[a % 4] : 7u);
}
__attribute__((noinline)) static unsigned threaded(unsigned a) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, body, (void *)(unsigned long)a);
  pthread_join(t, &result);
  return (unsigned)(unsigned long)result;
}
static void *giver(void *p) {
  return (void *)(unsigned long)IN(GIVEN);
}
__attribute__((noinline)) static unsigned given(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, giver, 0);
  pthread_join(t, &result);
  return (unsigned)(unsigned long)result;
}
typedef unsigned (*function)(unsigned, unsigned);
__attribute__((noinline)) static function pick(unsigned a) { return a & 1 ? helper1 : helper2; }
"""


def generate(seed):
    """(source, outputs): its text and how many OUT there are."""
    w = Writer(seed)
    names = ["a", "b", "c"]
    w.put("unsigned a = 1, b = 2, c = 3;")
    for k in range(3):
        w.put(f"{names[k]} = IN({w.rng.randrange(INPUTS)});")
    if w.rng.randrange(2):
        w.output("0u, given()")
    for _ in range(w.rng.randrange(10, 24)):
        w.statement(names, 2)
    w.put(f"OUT({w.outputs}, 0u, a);")
    body = "\n".join(w.lines)
    main = ("#ifdef LOG\n  for (int i = 0; i < 5; i++) in[i] = (unsigned)atoi(arguments[i + 1]);\n#endif\n")
    head = HEAD.replace("GIVEN", str(w.rng.randrange(INPUTS)))
    return head + "".join(w.functions) + "int main(int count, char **arguments) {\n" + main + body + "\n  return 0;\n}\n", w.outputs + 1
