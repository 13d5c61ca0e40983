"""A batch of programs as one source file: the first argument says which of them runs, so that one compilation serves many."""
import re

from grammar import OBJECTS, PREPARE

HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
#include <heddle/heddle.h>
#define see(e) (r = r * 3 + (int)(e))
"""
HEAD_C = "#define _GNU_SOURCE\n" + HEAD + """#include <stdatomic.h>
#include <threads.h>
struct node { int v; struct node *next; };
struct block { int w[5]; };
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""
HEAD_CPP = HEAD + """#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <vector>
using std::atomic_int;
struct Node { int v; Node *next; };
struct Pair { long a, b; };
"""
FLAGS = {"c": ["-std=gnu2x", "-O1", "-g", "-w"], "cpp": ["-std=c++20", "-O1", "-g", "-w"]}


def lines(statements, indent):
    for s in statements:
        if isinstance(s, str):
            yield indent + s
        else:
            yield indent + s[0]
            yield from lines(s[1], indent + "  ")
            yield indent + s[2]


def one(program, number):
    """The lines of one program. Names get its number."""
    text = "\n".join(line for body in program.bodies() for line in lines(body, ""))
    if "init)" in text or re.search(r"\bE\b", text):
        text += " y0 "
    if re.search(r"\bky\b|\bLocal\b", text):
        text += " a0 "
    used = [name for name in OBJECTS if re.search(rf"\b{name}\b", text)]
    if "WP" in used and "SP" not in used:
        used.insert(0, "SP")
    if "QF" in used and "Q" not in used:
        used.insert(0, "Q")
    used.sort(key=list(OBJECTS).index)
    kid = re.search(r"\bkid\b", text)
    helpers = {"init": ("init)", "static void init(void) { y0++; }"), "gone": ("(ky", "static void gone(void *p) { a0++; }"),
               "Done": ("E.", "struct Done { void operator()() noexcept { y0++; } };"),
               "Local": ("Local ", "struct Local { int v = 0; ~Local() { a0++; } };"),
               "kid_of": ("kid_of", "static void *kid_of(void *p) { int r = *(int *)p; *(int *)p = r + 1; a0++; return r ? p : 0; }")}
    if "kid_of" in text and "a0" not in used:
        used.insert(0, "a0")
    helpers = {name: line for name, (sign, line) in helpers.items() if sign in " " + text}
    objects = [OBJECTS[name] for name in used]
    late = [o for o in objects if "Done" in o]
    out = [o for o in objects if o not in late] + [*helpers.values()] + late + ["static int out[32];"]

    def thread(name, body, last):
        out.extend([f"static void *{name}(void *arg) {{", "  int r = (int)(long)arg;", *lines(body, "  "), *last, "  return (void *)(long)r;", "}"])

    if kid:
        thread("kid", program.kid, [])
    for i, body in enumerate(program.threads):
        thread(f"t{i}", body, [f"  out[{9 * i}] = r;"])  # not always where 8 bytes begin
    n = len(program.threads)
    out += ["static int run(void) {", "  int r = 0;", f"  pthread_t t[{n}];"]
    out += ["  " + PREPARE[name] for name in used if name in PREPARE]
    out += [f"  pthread_create(&t[{i}], 0, t{i}, 0);" for i in range(n)]
    out += lines([s for s in program.main if s != "return 0;"], "  ")
    out += [f"  pthread_join(t[{i}], 0);" for i in range(n)]
    out += [*lines(program.after, "  "), "  return 0;", "}"]
    names = re.compile(r"\b(" + "|".join([*used, *helpers, "out", "kid", "run", *(f"t{i}" for i in range(n))]) + r")\b")
    return [names.sub(lambda m: f"{m[1]}_{number}", line) for line in out]


def render(programs):
    """The source, and for each program the number of the line before its first."""
    out = (HEAD_CPP if programs[0].language == "cpp" else HEAD_C).splitlines()
    first = []
    for i, program in enumerate(programs):
        first.append(len(out))
        out += one(program, i)
    out += ["int main(int argc, char **argv) {", "  switch (argc > 1 ? atoi(argv[1]) : 0) {"]
    out += [f"    case {i}: return run_{i}();" for i in range(len(programs))]
    out += ["  }", "  return 0;", "}"]
    return "\n".join(out) + "\n", first


def listing(program):
    """For people: one program, as a file of its own."""
    return render([program])[0].replace("_0", "")
