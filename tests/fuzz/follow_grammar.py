"""Random C and C++ programs for tools/fuzz-follow: threads that compute with what they read, in every way that values can go."""
import random
import re

import follow_flows as flows

TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "bool"]


class Program:
    def __init__(self, seed, small=False, cxx=False):
        self.r = random.Random(seed)
        self.small = small
        self.cxx = cxx
        self.shared = [(f"g{i}", self.r.choice(TYPES[:8])) for i in range(self.r.randint(2, 4))]
        self.atomic = [(f"a{i}", self.r.choice(TYPES[:8])) for i in range(self.r.randint(0, 2))]
        # Mostly written and never read: whether they are may hang on branches that nobody notices.
        self.quiet = [(f"q{i}", self.r.choice(TYPES[:6])) for i in range(2)]
        self.functions = []

    def constant(self):
        return str(self.r.choice([0, 1, 2, 3, 5, 7, 8, 15, 100, 127, 128, 255, 1000, 65535, 0x7fffffff]))

    def place(self, scope):
        return self.r.choice(scope)

    def expression(self, scope, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.2:
            return r.choice([self.place(scope), self.place(scope), self.constant()])
        e = lambda: self.expression(scope, depth - 1)
        kind = r.randint(0, 13)
        if kind <= 4:
            return f"(({r.choice(TYPES[4:8])})({e()}) {r.choice('+-*&|^')} ({r.choice(TYPES[5:8:2])})({e()}))"
        if kind == 5:
            return f"((uint32_t)({e()}) {r.choice(['<<', '>>'])} (({e()}) & 15))"
        if kind == 6:
            return f"((uint64_t)({e()}) {r.choice('/%')} (((uint64_t)({e()}) & 15) + 1))"
        if kind == 7:
            return f"((int64_t)(int32_t)({e()}) {r.choice('/%')} {r.choice(['3', '7', '-5', '16'])})"
        if kind == 8:
            return f"(({r.choice(TYPES)})({e()}))"
        if kind == 9:
            return f"(({e()}) {r.choice(['<', '>', '==', '!=', '<=', '>='])} ({e()}) ? ({e()}) : ({e()}))"
        if kind == 10:
            return f"(({r.choice(TYPES[:8])})({e()}) {r.choice(['<', '>', '==', '!='])} ({r.choice(TYPES[:8])})({e()}))"
        if kind == 11 and self.functions:
            name, count = r.choice(self.functions)
            return f"{name}({', '.join(e() for _ in range(count))})"
        if kind == 12:
            return f"__builtin_{r.choice(['popcount', 'bswap32', 'abs'])}((int32_t)({e()}) & 0xffffff)"
        return f"(uint64_t)__builtin_{r.choice(['clz', 'ctz'])}((uint32_t)({e()}) | 1)"

    def flow(self, pad):
        """A value that was read goes one way, and what comes out is written."""
        r = self.r
        (come, _), (go, _) = r.choice(self.shared), r.choice(self.shared)
        if r.random() < 0.5:
            way = r.choice(flows.CXX + flows.C[::3] if self.cxx else flows.C)
            return pad + way.replace("COME", come).replace("GO", go).replace("K", str(r.randint(0, 30))) + "\n"
        ways = [f"{{ struct pair s = {{0, 0, 0}}, u; s.a = {come}; memcpy(&u, &s, sizeof u); {go} = u.a + {r.randint(0, 3)}; }}",
                f"{{ uint32_t lut[4] = {{3, 1, 4, 15}}; lut[({come} + 1) & 3] += {come}; {go} = lut[{come} & 3]; }}",
                f"switch ({come} & 3) {{ case 0: {go} = 7; break; case 2: {go} = 9; break; default: {go} = {come}; }}",
                f"{{ union {{ uint64_t w; uint32_t d[2]; uint16_t h[4]; uint8_t b[8]; }} volatile u; u.w = {come}; u.{r.choice(['d[1]', 'h[1]', 'h[2]', 'b[3]', 'b[6]'])} = {r.choice(['1', '(uint8_t)' + come])}; "
                f"{go} = u.{r.choice(['w', 'd[0]', 'd[1]', 'h[1]', 'h[3]', 'b[2]', 'b[7]'])}; }}",
                f"{{ uint8_t b[24] = {{0}}; uint32_t w = (uint32_t){come}; memcpy(b + {r.randint(0, 7)}, &w, 4); b[{r.randint(3, 9)}] = (uint8_t)({come} >> 8); "
                f"uint64_t v; memcpy(&v, b + {r.randint(0, 9)}, {r.choice([2, 4, 8])}); {go} = v & 0xffff; }}".replace("uint64_t v;", "uint64_t v = 0;"),
                f"{{ union {{ uint64_t w; uint8_t b[8]; }} u = {{0}}; u.w = {come}; u.b[1] = 3; {go} = u.w >> 1; }}",
                f"{{ uint64_t *p = &table[{come} & 1]; *p += {come}; {go} = table[0]; }}",
                f"{go} = (uint64_t)1 << ({come} & 7);"]
        for name, count in self.functions:
            ways += [f"{go} = {name}({', '.join([come] * count)});",
                     f"{{ uint64_t (*f)({', '.join(['uint64_t'] * count)}) = {come} & 1 ? {name} : same{count}; {go} = f({', '.join(['3'] * count)}); }}"]
        return pad + r.choice(ways) + "\n"

    def quiet_branch(self, scope, pad):
        r = self.r
        if r.random() < 0.2:
            return f"{pad}{self.place(scope)} ^= {self.quiet[0][0]};\n"
        test = lambda: f"h {r.choice(['>', '==', '&', '!='])} {r.randint(0, 20)}"
        store = lambda: f"{r.choice(self.quiet)[0]} = h {r.choice('+^&')} {r.randint(0, 9)};"
        inner = f"if ({test()}) {{ {store()} }}" if r.random() < 0.3 else store()
        other = f" else {{ {store()} }}" if r.random() < 0.3 else ""
        # What is noticed after all.
        more = r.choice(["", "k = 5;", store()])
        last = f"{r.choice(self.shared)[0]} = k;" if more.startswith("k") else f"{self.place(scope)} += h;"
        return f"{pad}{{ uint32_t h = {r.choice(self.shared)[0]}, k = 1; if ({test()}) {{ {inner} {more} }}{other} {last} (void)k; }}\n"

    def statement(self, scope, depth, indent):
        r = self.r
        if r.random() < 0.08:
            return self.quiet_branch(scope, "  " * indent)
        if r.random() < 0.3:
            return self.flow("  " * indent)
        e = lambda d=2: self.expression(scope, d)
        pad = "  " * indent
        kind = r.randint(0, 17)
        if kind <= 1:
            name, _ = r.choice(self.shared)
            return f"{pad}{self.place(scope)} = {name};\n"
        if kind <= 3:
            name, _ = r.choice(self.shared)
            return f"{pad}{name} = {e()};\n"
        if kind == 4 and self.atomic:
            name, _ = r.choice(self.atomic)
            op = r.choice(["add", "sub", "and", "or", "xor"])
            if r.random() < 0.3:
                return f"{pad}atomic_store(&{name}, {e(1)});\n"
            return f"{pad}{self.place(scope)} = atomic_fetch_{op}(&{name}, {e(1)});\n"
        if kind == 5 and self.atomic:
            name, kind_of = r.choice(self.atomic)
            return (f"{pad}{{ {kind_of} old = {e(1)}; if (atomic_compare_exchange_strong(&{name}, &old, {e(1)})) "
                    f"{self.place(scope)} = 1; else {self.place(scope)} = old; }}\n")
        if kind <= 8:
            return f"{pad}{self.place(scope)} = {e()};\n"
        if kind == 9 and depth > 0:
            body = self.block(scope, depth - 1, indent + 1)
            other = f" else {{\n{self.block(scope, depth - 1, indent + 1)}{pad}}}" if r.random() < 0.4 else ""
            return f"{pad}if ({e()}) {{\n{body}{pad}}}{other}\n"
        if kind == 10 and depth > 0:
            cases = "".join(f"{pad}case {c}: {self.place(scope)} {r.choice(['', '+', '^'])}= {e(1)}; {r.choice(['break;', ''])}\n"
                            for c in sorted(r.sample(range(12), r.randint(1, 6))))
            return f"{pad}switch ((uint32_t)({e(1)}) & 15) {{\n{cases}{pad}default: {self.place(scope)} = {e(1)};\n{pad}}}\n"
        if kind == 11 and depth > 0:
            body = self.block(scope, depth - 1, indent + 1)
            return f"{pad}for (int i{indent} = 0; i{indent} < {r.randint(1, 3)}; ++i{indent}) {{\n{body}{pad}}}\n"
        if kind == 12:
            return f"{pad}table[({e(1)}) & 3] = {e()};\n"
        if kind == 13:
            return f"{pad}{self.place(scope)} = table[({e(1)}) & 3];\n"
        if kind == 14:
            return f"{pad}pair.{r.choice('ab')} = {e()}; {{ struct pair copy = pair; other = copy; }} {self.place(scope)} = other.{r.choice('abc')};\n"
        if kind == 15:
            return f"{pad}memcpy(&table[{r.randint(0, 1)}], &pair, {r.choice([8, 12, 16])}); {self.place(scope)} = (uint32_t)table[{r.randint(0, 2)}];\n"
        if kind == 16:
            kind_of = r.choice(TYPES[:8])
            return f"{pad}{{ {kind_of} *p = ({kind_of}*)(({e(1)}) & 1 ? (void*)&table[0] : (void*)&table[2]); *p = {e(1)}; {self.place(scope)} = *p; }}\n"
        if self.functions:
            name, count = r.choice(self.functions)
            same = [n for n, c in self.functions if c == count]
            return (f"{pad}{{ uint64_t (*f)({', '.join(['uint64_t'] * count)}) = ({e(1)}) & 1 ? {name} : {r.choice(same)}; "
                    f"{self.place(scope)} = f({', '.join(e(1) for _ in range(count))}); }}\n")
        return f"{pad}{self.place(scope)} ^= {e()};\n"

    def block(self, scope, depth, indent):
        return "".join(self.statement(scope, depth, indent) for _ in range(self.r.randint(2, 4) if self.small else self.r.randint(1, 4)))

    def claim(self):
        """Something that may not hold in the end."""
        name, kind = self.r.choice(self.shared + self.atomic)
        return f"  assert({name} {self.r.choice(['!=', '==', '<', '>='])} ({kind}){self.constant()});\n"

    def function(self, name, static):
        count = self.r.randint(1, 3)
        scope = [f"p{i}" for i in range(count)] + ["v"]
        parameters = ", ".join(f"uint64_t p{i}" for i in range(count))
        body = self.locals() + f"  int deep = (p0 & 7) > 4;\n  {self.r.choice(TYPES[:8])} v = 0;\n" + self.block(scope, 1, 1)
        recursion = f"  if (deep) return {name}({', '.join(['p0 & 3'] * count)}) + v;\n" if self.r.random() < 0.4 else ""
        text = f"{static}uint64_t {name}({parameters}) {{\n{body}{recursion}  return {self.expression(scope)};\n}}\n\n"
        self.functions.append((name, count))
        return text

    def locals(self):
        return "  uint64_t table[4] = {0}; struct pair pair = {0, 0, 0}, other = {0, 0, 0};\n  (void)table, (void)pair, (void)other;\n"

    def source(self):
        return source_of([self], self.cxx)

    def body(self):
        """Everything but what programs have in common."""
        r = self.r
        text = "".join(f"static _Atomic({t}) {n};\n" for n, t in self.quiet)
        text += "".join(f"{t} {n};\n" for n, t in self.shared) + "".join(f"_Atomic({t}) {n};\n" for n, t in self.atomic)
        shared = self.shared
        for i in range(1, 4):
            parameters = ", ".join(f"uint64_t p{k}" for k in range(i))
            text += f"__attribute__((noinline)) static uint64_t same{i}({parameters}) {{ return p0 * 3 + 1; }}\n"
        for i in range(r.randint(1, 3)):
            text += "__attribute__((noinline)) " if r.random() < 0.5 else ""
            text += self.function(f"f{i}", r.choice(["static ", ""]))
        threads = 2 if self.small else r.randint(2, 3)
        for i in range(threads):
            names = [f"v{k}" for k in range(3)]
            declared = "".join(f"  {r.choice(TYPES)} {n} = {self.constant()};\n" for n in names)
            text += f"void* thread{i}(void* argument) {{\n{declared}{self.locals()}"
            text += "".join(f"  {n} = {r.randint(0, 12) + 16 * i};\n" for n, _ in shared if r.random() < 0.6)
            text += self.block(names, 2, 1) + self.block(names, 2, 1)
            text += f"  {r.choice(shared)[0]} = {' ^ '.join(names)};\n  return argument;\n}}\n\n"
        text += "static void all(void) {\n  pthread_t t[3];\n"
        text += "".join(f"  pthread_create(&t[{i}], 0, thread{i}, 0);\n" for i in range(threads))
        text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(threads))
        if self.small:
            text += self.claim() + self.claim()
        return text + "}\n"


# What a program of its own is called; several in one file have a number before it.
OWN = re.compile(r"\b([gafq]|same|thread)(\d)\b|\ball\b")


def source_of(programs, cxx):
    """One file for all of them: the first argument says which it is."""
    text = (flows.CXX_HEAD if cxx else "") + flows.C_HEAD + flows.C_HELPERS + (flows.CXX_HELPERS if cxx else "")
    for i, program in enumerate(programs):
        text += OWN.sub(lambda name: f"p{i}_{name[0]}", program.body())
    calls = "".join(f"    case {i}: p{i}_all(); break;\n" for i in range(len(programs)))
    return text + f"int main(int count, char **words) {{\n  switch (count > 1 ? atoi(words[1]) : 0) {{\n{calls}  }}\n  return 0;\n}}\n"
