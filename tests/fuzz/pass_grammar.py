"""Random small programs for the pass: what it judges, rather than what threads do to each other.

Functions that call themselves and each other, directly, through pointers and as virtual functions; structures passed and returned
by value; vectors, bit-fields, unions, packed structures; loops that wait, and loops that give up after a few rounds because of
something the runtime may not see. As in grammar.py a statement is a line, or a list of first line, inside and last line. Words in
capitals are filled in:

    K  a small number       E  an expression      LV  something to assign to      BODY  statements

Loops without the word "endless" end after a few rounds whatever other threads do. So in a program without that word nothing may be
called a livelock, and a check that judges nothing has a definite answer.
"""
import dataclasses
import random
import re

from grammar import Program
from pass_topics import C_TOPICS, CPP_TOPICS, ENDS_RUNS, TOPICS

EXPRESSIONS = ["K", "K", "r", "x0", "x0", "x1", "a0", "a1", "s0.a[1]", "s0.a[K]", "t0.b", "bf.a", "bf.b", "u0.h[1]", "u0.i[0]", "u0.l", "pk.i", "pk.l",
               "w0[K]", "w1[5]", "vo", "ar[r & 3]", "ar[1]", "tl", "ct[r & 3]", "sum(s0)", "sum(s1)", "part(t0)", "fp(s0)", "late(s0, K)",
               "many(K, s0)", "sum(make(K))", "sum(pick())", "make(K).a[1]", "peek(&x0)", "*give(&x1)", "a0++", "aa[K & 1]", "(int)ld",
               "unal()", "mask(K)", "CALL", "CALL", "CALL"]
CPP_EXPRESSIONS = ["ob->get(s0)", "oc->get(s1)", "ob->get(make(K))", "fn(s0)", "A.load()", "A++", "P.second", "AR[r & 3]", "(int)V.size()", "V[0]",
                   "twice([&] { return x0; })", "twice([r] { return r + a0; })", "[](S s) { return (int)s.a[1]; }(s0)"]
ASSIGNED = ["x0", "x0", "x1", "a0", "a1", "s0.a[1]", "s0.a[K]", "s0.a[5]", "s1.a[1]", "t0.b", "t0.a", "bf.a", "bf.b", "bf.c", "u0.h[1]", "u0.i[0]", "u0.b[2]",
            "pk.i", "pk.l", "pk.s", "w0[K]", "w1[5]", "vo", "ar[r & 3]", "ar[1]", "tl", "aa[K & 1]", "ld"]
CPP_ASSIGNED = ["A", "P.second", "P.first", "AR[1]", "V[0]", "oc->v"]
STATEMENTS = ["see(E);", "see(E);", "see(E);", "LV = E;", "LV = K;", "LV = K;", "LV++;", "LV += K;", "a0++;", "a0 = K;", "see(a0 += 2);",
              "atomic_fetch_or(&a0, 2);", "{ int e = K; see(atomic_compare_exchange_strong(&a0, &e, K)); }",
              "s0 = s1;", "s0 = make(E);", "s1 = pick();", "memcpy(&s0, &s1, sizeof s0);", "memset(&s0.a[1], K, 16);", "t0 = (struct T){K, K};",
              "{ struct S c = s0; c.a[K] = E; see(sum(c)); }", "{ struct T c = t0; see(part(c)); }", "{ struct S c = make(K); see(inner(&c) + sum(c)); }",
              "{ struct S c = s0; see(c.a[1] + c.a[5]); }", "see(inner(&s0));", "{ int c = E; see(deref(&c)); }", "see(deref(&x0));",
              "w0 = w0 + K;", "{ v4 c = w0; see(c[0] + c[3]); }", "w1 = (v8){K, K, K, K, K, K, K, K};", "w0 = (v4){K, E, K, K};", "q0 += K;", "see((int)(q0 >> 64));",
              "{ int c[4] = {K, K, K, K}; c[r & 3] = E; see(c[1] + c[2]); }", "{ int c = K; store(&c); see(c); lp = 0; }",
              "{ int *p = lp; if (p == &x0) *p = K; }", "lp = &x0;", "{ int *p = r & 1 ? &x0 : &x1; *p = K; }", "{ int c = K, *p = a0 ? &c : &x0; *p = 2; see(c); }",
              "{ int c = K, *p = give(&c); *p = E; see(c); }", "{ static int c; see(c++); }", "tl = E;", "{ volatile int c = E; see(c); }",
              "puts4(K);", "strm(K);", "{ int v = K; memcpy(u0.b + 2, &v, 4); }", "{ int v; memcpy(&v, u0.b + 1, 4); see(v); }",
              "{ jmp_buf j; volatile int c = 0; if (!setjmp(j)) { c = E; longjmp(j, 1); } see(c); }", "pthread_barrier_wait(&b2);", "see(pthread_barrier_wait(&b2) != 0);",
              "{ pthread_t h; pthread_create(&h, 0, bump, &tl); see(tl); pthread_join(h, 0); see(tl); }",
              "{ int c = K; pthread_t h; pthread_create(&h, 0, bump, &c); c += K; pthread_join(h, 0); see(c); }",
              "{ int c = K; void *q; pthread_t h; pthread_create(&h, 0, look, &c); c = K; pthread_join(h, &q); see((long)q); }",
              "{ atomic_int c = K; void *q; pthread_t h; pthread_create(&h, 0, watch, (void *)&c); c = K; pthread_join(h, &q); see((long)q); }",
              "{ char b[8]; strcpy(b, \"ab\"); see(strlen(b)); }", "x0 = x1 = K;",
              "cf += K;", "see((int)__real__ cf);", "bi += K;", "see((int)bi);", "see(atomic_flag_test_and_set(&fl));", "atomic_flag_clear(&fl);",
              "{ __label__ p, q; void *to[2]; to[0] = &&p, to[1] = &&q; goto *to[x0 & 1]; p: see(1); q: see(2); }", "see(taila(3));", "qsort(ar, 3, 4, less);",
              "{ int n = 2 + (x0 & 1), c[n]; c[n - 1] = E; see(c[n - 1]); }", "{ int *c = (int *)alloca(8 + 4 * (x0 & 1)); c[1] = E; see(deref(c + 1)); }",
              "__asm__ volatile(\"\" ::: \"memory\");", "memcpy(sb, sc, 1 + (x0 & 3));", "memmove(sb + 1, sb, 2 + (r & 1));", "see(memcmp(sb, sc, 2) != 0);",
              ["if (E == K) {", "BODY", "}"], ["if (E) {", "BODY", "}"], ["for (int i = 0; i < 2; i++) {", "BODY", "}"], ["switch (E & 3) { case 0: see(1); case 1:", "BODY", "break; default: see(2); }"],
              ["pthread_mutex_lock(&m0);", "BODY", "pthread_mutex_unlock(&m0);"], ["pthread_mutex_lock(&m0);", "BODY", "pthread_mutex_unlock(&m0);"],
              ["{ __label__ out; if (E == K) goto out;", "BODY", "out:; }"]]
CPP_STATEMENTS = ["A = K;", "see(A.exchange(K));", "P = {K, (long)(E)};", "{ auto c = AR; see(c[1]); }", "std::swap(x0, x1);", "{ Last l; see(l.get(s0)); }",
                  "try { if (E == K) throw make(K); } catch (S &s) { see(sum(s)); }", "std::thread([c = s0] { a1 = sum(c); }).join();",
                  "{ int c = K; std::thread h([&c] { c++; }); h.join(); see(c); }", "{ Base b; Base *p = r & 1 ? &b : oc; see(p->step()); }",
                  ["{ std::lock_guard<std::mutex> g(M);", "BODY", "}"], ["{ std::thread h([r]() mutable {", "BODY", "}); h.join(); }"]]
# Loops. All but the endless ones give up after a few rounds.
LOOPS = ["while (!a0) if (hid()) break;", "while (a0 != K) if (hidx()) break;", "{ int c = 0; while (!a0) if (hidp(&c)) break; see(c); }",
         "while (!a0) if (left(1)) break;", "while (!a0) if (more(1)) break;", "while (a0 < K) if (even(2)) break;", "while (!a0) if (tab[r & 1]()) break;",
         "{ while (a0 == 7 && !left(1)) ; while (!a0) if (more(1)) break; }", "{ while (a0 == 7 && !even(1)) ; while (!a0) if (odd(1)) break; }",
         "{ int c = 0; while (a0 != K && c < 1) c += left(1); }", "{ volatile int c = 0; while (!a0 && c < 2) c++; see(c); }",
         "{ char b[8] = \"\"; while (!a0 && strlen(b) < 2) strcat(b, \"x\"); see(strlen(b)); }", "for (unsigned k = 0; !a0; ++k) if (k == 1) break;",
         "{ struct S c = {{0}}; do { c.a[1]++; } while (!a0 && sum(c) < 3); see(c.a[1]); }", "{ struct S c = {{0}}; while (!a0 && inner(&c) < 2) ; see(c.a[1]); }",
         "for (int i = 0; i < 2; i++) while (aa[i] == 0) if (hid()) break;", "{ __label__ again; int n = 0; again: if (!a0 && n++ < 2) goto again; see(n); }",
         "{ int c[2] = {0}; while (!aa[0]) { if (c[0]) break; c[0] = c[1] + 1; } see(c[0]); }", "for (int k = 0; k < 2 && !a0; k++) sched_yield();",
         "{ int n = 0; while (x0 == 0 && n < 2) n++; see(n); }", "{ union { int i; char b[4]; } c = {0}; while (!a0 && c.i < 2) c.b[0]++; see(c.i); }",
         "{ struct { unsigned n : 2; } c = {0}; while (!a0 && c.n < 2) c.n++; see(c.n); }", "{ int n = 0; do { if (n == 1) see(a1); } while (!a0 && n++ < 1); }",
         "{ int n = 0; while (!a0) { if (n) { see(sum(s0)); break; } n = a1 == 0; if (!n) break; } }",
         "{ unsigned k = 0; while (!a0) { if (k & 1) { x1 = 1; break; } sched_yield(); k++; } }", "while (!a0) { if (tl) break; tl++; }",
         "{ long s = 0; for (int i = 0; i < 6; i++) s += s0.a[i]; see(s); }"]
ENDLESS = ["while (!a0) ; /* endless */", "while (a0 < 2) sched_yield(); /* endless */", "for (unsigned k = 0; !a0; ++k) if (k > 2) sched_yield(); /* endless */",
           "{ volatile int d; while (!a0) for (d = 0; d < 2; d++) ; } /* endless */", "while (!s0.a[1]) ; /* endless */", "{ struct S c; do c = s0; while (!c.a[1]); } /* endless */",
           "while (sum(s0) == 0) ; /* endless */", ["while (atomic_exchange(&a1, 1)) ; /* endless */", "BODY", "a1 = 0;"], "while (!a0) see(a1 * 0); /* endless */",
           "{ int e = 0; while (!atomic_compare_exchange_weak(&a1, &e, 1)) e = 0; } a1 = 0; /* endless */"]
CPP_LOOPS = ["while (!A) if (ob->step()) break;", "while (!a0) if (oc->step()) break;", "{ Base b; while (!a0) if (b.step()) break; see(b.v); }",
             "{ int n = 0; auto f = [&n] { return ++n > 1; }; while (!A && !f()) ; see(n); }", "A.wait(0); /* endless */"]
LEVELS = ("-O0", "-O1", "-O1", "-O2", "-O3")


@dataclasses.dataclass
class PassProgram(Program):
    functions: list = dataclasses.field(default_factory=list)  # bodies of f0, f1, ...
    inlining: int = 0                                          # chooses what may be inlined

    def bodies(self):
        return [*self.functions, *super().bodies()]


class Maker:
    def __init__(self, rng, language, functions):
        cpp = language == "cpp"
        self.rng, self.count = rng, functions
        self.expressions = EXPRESSIONS + CPP_EXPRESSIONS * 2 * cpp
        self.assigned = ASSIGNED + CPP_ASSIGNED * 2 * cpp
        self.statements = STATEMENTS + CPP_STATEMENTS * 2 * cpp
        self.loops, self.endless = LOOPS + CPP_LOOPS[:-1] * 2 * cpp, ENDLESS + CPP_LOOPS[-1:] * cpp
        self.topics, self.topic = TOPICS + (CPP_TOPICS * 2 if cpp else C_TOPICS), None

    def focus(self, seed):
        """A program is about a few things, or its threads would never meet."""
        rng = self.rng
        keep = lambda pool, most: rng.sample(pool, min(most, len(pool)))
        self.expressions, self.assigned = keep(self.expressions, 6) + ["K", "r", "CALL"], keep(self.assigned, 4)
        self.statements = ["see(E);", "LV = K;", "a0 = K;"] + keep(self.statements, 7)
        self.loops, self.endless = keep(self.loops, 3), keep(self.endless, 1)
        if rng.random() < 0.8:
            self.topic = self.topics[seed % len(self.topics)]  # each of them, again and again
            if rng.random() < 0.25 and not any(ENDS_RUNS.search(s) for side in self.topic for s in side):
                self.statements += (self.topic[0] + self.topic[1]) * 12
                self.topic = None
        if rng.random() < 0.5:  # what is read is written
            names = [n for n in ("s0.a[1]", "x0", "t0.b", "u0.i[0]", "pk.i", "w0[1]", "w1[5]", "ar[1]", "bf.a", "tl", "vo") if any(n[:2] in e for e in self.expressions)]
            self.assigned += names[:3]

    def fill(self, text, inside):
        rng = self.rng
        def one(match):
            word = match[0]
            if word == "K":
                return str(rng.randrange(3))
            if word == "LV":
                return self.fill(rng.choice(self.assigned), inside)
            if word == "CALL":
                name = f"f{rng.randrange(self.count)}" if self.count else ""
                return (f"(n > 0 ? {name}(n - 1) : {rng.randrange(3)})" if inside else f"{name}({rng.randrange(3)})") if name else str(rng.randrange(3))
            return self.fill(rng.choice(self.expressions), inside)
        return re.sub(r"\b(K|E|LV|CALL)\b", one, text)

    def statement(self, depth, inside=False, loops=0.25, endless=0.0):
        rng = self.rng
        chance = rng.random()
        pool = self.endless if chance < endless else self.loops if chance < endless + loops else self.statements
        s = rng.choice(pool)
        if isinstance(s, str):
            return self.fill(s, inside)
        inner = [self.statement(depth - 1, inside, loops / 2, 0.0) for _ in range(rng.randint(1, 2) if depth > 0 else 1)] if depth > 0 else [self.fill("LV = K;", inside)]
        return [self.fill(s[0], inside), [x for part in s[1:-1] for x in (inner if part == "BODY" else [self.fill(part, inside)])], self.fill(s[-1], inside)]


def generate(seed, language=None):
    rng = random.Random(seed)
    language = language or ("cpp" if rng.random() < 0.2 else "c")
    p = PassProgram(language)
    functions = rng.choice((0, 1, 2, 2, 3))
    maker = Maker(rng, language, functions)
    maker.focus(seed)
    waits = 0.3 if rng.random() < 0.15 else 0.0
    loops = rng.choice((0.0, 0.15, 0.4))
    p.functions = [[maker.statement(1, True, loops) for _ in range(rng.randint(1, 2))] for _ in range(functions)]
    count = rng.choice((2, 2, 2, 3))
    for i in range(count):
        if maker.topic:
            one = any(ENDS_RUNS.search(s) for side in maker.topic for s in side)
            p.threads.append([maker.fill(rng.choice(maker.topic[min(i, 1)]), False) for _ in range(1 if one else rng.randint(1, 2))])
            continue
        body = [maker.statement(1, False, loops, waits) for _ in range(rng.randint(1, 3 if count == 2 else 2))]
        if rng.random() < 0.3:
            body.append(f"assert(r != {rng.randrange(1, 6)});")
        p.threads.append(body)
    if waits and not maker.topic and rng.random() < 0.7:  # somebody ends the waiting
        p.threads[rng.randrange(count)].insert(0, "a0 = 2;")
    if rng.random() < 0.3:
        p.main = [maker.statement(0, False, 0.0)]
    if rng.random() < 0.1:
        p.options = ("--commute",)
    p.inlining = rng.randrange(1 << 16)
    how = rng.random() * (0.5 if maker.topic else 1)
    if how < 0.45:  # what the threads saw together: each of 16 kinds of outcomes is a finding of its own
        seen = " + ".join(f"out[{9 * i}] * {5 + 2 * i}" for i in range(count))
        p.after.append([f"switch ((unsigned)({seen}) % 16) {{", [f'case {n}: assert(!"outcome {n}");' for n in range(16)], "}"])
    elif how < 0.7:
        p.after.append("assert(!(%s));" % " && ".join(f"out[{9 * i}] == {rng.randrange(4)}" for i in range(count)))
    return p
