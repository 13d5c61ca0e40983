"""A batch of programs for the pass as one source file, as source.py does it for the engines."""
import random
import re

from pass_words import COMMON, CPP, PREPARE
from source import lines

HEAD = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <heddle/heddle.h>
#define AVX __attribute__((target("avx2,sse4.1")))
#define see(e) (r = (int)((unsigned)r * 3 + (unsigned)(e)))
"""
HEADS = {"c": "#define _GNU_SOURCE\n" + HEAD + "#include <stdatomic.h>\n#define THREAD _Thread_local\n#define ATOMIC(name) _Atomic name\n",
         "cpp": HEAD + "#include <array>\n#include <atomic>\n#include <functional>\n#include <memory>\n#include <mutex>\n#include <optional>\n#include <semaphore>\n#include <string>\n#include <thread>\n#include <vector>\n"
                       "using std::atomic_int;\nusing std::atomic_flag;\n#define THREAD thread_local\n#define ATOMIC(name) volatile name\n"}
STANDARD = {"c": "-std=gnu2x", "cpp": "-std=gnu++20"}
INLINING = ("__attribute__((noinline))", "", "inline", "__attribute__((always_inline)) inline")


def declared(text, language):
    """Everything that the text mentions, and what that mentions, in the order of the tables."""
    table = COMMON | (CPP if language == "cpp" else {})
    used, todo = set(), [text]
    while todo:
        words = set(re.findall(r"\w+", todo.pop()))
        for name in table:
            if name in words and name not in used:
                used.add(name)
                todo.append(table[name])
    return [name for name in table if name in used], table


def one(program, number):
    """The lines of one program. Names get its number."""
    rng = random.Random(program.inlining)
    n, functions = len(program.threads), [f"f{i}" for i in range(len(program.functions))]
    text = "\n".join(line for body in program.bodies() for line in lines(body, ""))
    used, table = declared(text, program.language)
    hint = lambda: rng.choice(INLINING)
    # What uses instructions of newer processors cannot be inlined into what does not.
    out = [re.sub(r"\bNOINLINE static\b", lambda _: (INLINING[0] if "AVX" in table[name] else hint()) + " static", table[name]) for name in used]
    out += [f"static int {f}(int n);" for f in functions]
    for f, body in zip(functions, program.functions):
        # A function that calls itself is never inlined into itself; __attribute__((always_inline)) would be an error.
        out += [f"{rng.choice(INLINING[:3])} static int {f}(int n) {{", "  int r = n;", *lines(body, "  "), "  return r & 7;", "}"]
    out.append("static int out[32];")
    for i, body in enumerate(program.threads):
        out += [f"static void *thr{i}(void *arg) {{", "  int r = 0;", *lines(body, "  "), f"  out[{9 * i}] = r;", "  return 0;", "}"]
    out += ["static int run(void) {", "  int r = 0;", f"  pthread_t t[{n}];", *("  " + PREPARE[name] for name in used if name in PREPARE)]
    out += [f"  pthread_create(&t[{i}], 0, thr{i}, 0);" for i in range(n)]
    out += [*lines(program.main, "  "), *(f"  pthread_join(t[{i}], 0);" for i in range(n)), *lines(program.after, "  "), "  return 0;", "}"]
    names = re.compile(r"(?<![.>])\b(" + "|".join([*used, *functions, "out", "run", *(f"thr{i}" for i in range(n))]) + r")\b")
    return [names.sub(lambda m: f"{m[1]}_{number}", line) for line in out]


def render(programs):
    """The arguments say which program runs; of several, one is chosen."""
    out = [line for i, program in enumerate(programs) for line in one(program, i)]
    needed = ["#include <immintrin.h>"] if any(line.startswith("AVX") for line in out) else []  # half a second
    out = HEADS[programs[0].language].splitlines() + needed + out
    out += ["int main(int argc, char **argv) {", "  switch (argc > 1 ? atoi(argv[argc > 2 ? 1 + heddle_choose(argc - 1) : 1]) : 0) {"]
    out += [f"    case {i}: return run_{i}();" for i in range(len(programs))]
    return "\n".join([*out, "  }", "  return 0;", "}"]) + "\n"


def listing(program):
    """For people: one program, without what all begin with."""
    return "\n".join(line.replace("_0", "") for line in one(program, 0))
