"""Inputs that a program reads by itself (--input), what becomes of them in functions of the C library, and what is refused."""
import json
import os
import pathlib
import subprocess
import time
import unittest

from tool import HEDDLE, ROOT, ToolTest

HEAD = """#include <assert.h>
#include <ctype.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
"""

BODY = """#include <gtest/gtest.h>
#include <heddle/check.hpp>
#include <heddle/heddle.h>

#include <atomic>
#include <thread>

TEST(Inputs, Bug) {
  heddle::check([](int n, bool fast) {
    std::atomic<int> x{0};
    std::thread other([&] { x = n; });
    if (fast && x == 12345) FAIL() << "fast and " << n;
    other.join();
  });
}

TEST(Inputs, Fine) {
  heddle::check([](int n, bool fast) {
    heddle_assume(n >= 0 && n < 1000);
    std::atomic<int> x{0};
    std::thread other([&] { x = fast ? 2 * n : 0; });
    EXPECT_NE(x, 17);
    other.join();
    EXPECT_EQ(x % 2, 0);
  });
}
"""


class Inputs(ToolTest):
    def program(self, body, name="p.c"):
        self.write(name, HEAD + "int main(int argc, char **argv) {\n" + body + "\n}\n")
        return name

    def finds(self, body, *options, most, kind="assertion", name="p.c"):
        """A bug in at most so many executions, that is replayed."""
        self.program(body, name)
        out = self.heddle("check", name, "--time-limit", "60s", "--json", "r.json", *options, code=1).stdout
        report = json.loads(pathlib.Path(self.dir, "r.json").read_text())
        self.assertEqual(report["findings"][0]["kind"], kind, out)
        self.assertLessEqual(report["executions"], most, out)
        file = report["findings"][0]["schedule_file"]
        self.assertIn(kind, self.heddle("replay", file, code=1).stdout)
        return report

    def verifies(self, body, *options, most, name="p.c"):
        self.program(body, name)
        out = self.heddle("check", name, "--time-limit", "60s", "--json", "r.json", *options, code=0).stdout
        self.assertLessEqual(json.loads(pathlib.Path(self.dir, "r.json").read_text())["executions"], most, out)

    def test_arguments(self):
        body = 'if (argc > 1) assert(strcmp(argv[1], "open") != 0);'
        self.finds(body, "--input", "args", "--", "aaaaaa", most=12)
        self.finds(body, "--input", "args:6", most=12)
        self.verifies(body, "--input", "args:3", most=12)  # too short

    def test_arguments_that_another_thread_looks_at(self):
        """Arguments and the environment are memory like other memory: what a thread is handed is followed there."""
        self.write("p.c", HEAD + "void *look(void *s) { assert(((char *)s)[0] != 'q'); return 0; }\n"
                   "int main(int argc, char **argv) {\n  pthread_t t;\n  pthread_create(&t, 0, look, SOURCE);\n"
                   "  pthread_join(t, 0);\n}\n")
        self.heddle("check", "p.c", '-DSOURCE=argv[1]', "--input=args:1", code=1)
        self.heddle("check", "p.c", '-DSOURCE=getenv("LEVEL")', "--input=env:LEVEL:1", code=1)

    def test_arguments_that_two_threads_change(self):
        self.write("p.c", HEAD + "void *change(void *s) { *(char *)s = 1; return 0; }\n"
                   "int main(int argc, char **argv) {\n  pthread_t t;\n  pthread_create(&t, 0, change, argv[1]);\n"
                   "  argv[1][0] = 2;\n  pthread_join(t, 0);\n}\n")
        self.heddle("check", "p.c", "--", "x", code=1)

    def test_solvers(self):
        body = "unsigned n, m; if (read(0, &n, 4) == 4 && read(0, &m, 4) == 4) assert(n * 3 + m != 137034 || (m ^ n) != 112294);"
        never = "unsigned n; if (read(0, &n, 4) == 4) assert(n * n % 8 != 5);"
        for solver in ("z3", "cvc5", "both"):
            with self.subTest(solver=solver):
                self.finds(body, "--input", "stdin:8", "--solver", solver, most=12)
                self.verifies(never, "--input", "stdin:4", "--solver", solver, most=8)

    def test_environment(self):
        body = 'const char *v = getenv("LEVEL"); assert(v != 0 && atoi(v) != 7);'
        self.finds(body, "--input", "env:LEVEL:2", most=20)

    def test_standard_input(self):
        self.finds("int c = getchar(); assert(c != 'q');", "--input", "stdin:2", most=6)
        self.finds('int n; if (scanf("%d", &n) == 1) assert(n != 42);', "--input", "stdin:3", most=60)
        self.finds("char b[4]; if (read(0, b, 4) == 4) assert(!(b[0] == 'B' && b[3] == 'D'));", "--input", "stdin:4", most=12)
        self.finds("char b[4]; assert(fread(b, 1, 4, stdin) != 3);", "--input", "stdin:4", most=12)  # the end comes earlier
        self.verifies("char b[4]; assert(fread(b, 1, 4, stdin) == 4);", "--input", "stdin:=4", most=12)

    def test_streams_of_cxx(self):
        for body in ["assert(std::cin.get() != 'q');", "int n; if (std::cin >> n) assert(n != 7);",
                     'std::string s; std::getline(std::cin, s); assert(s != "go");', 'std::string s; std::cin >> s; assert(s != "a");']:
            self.write("p.cpp", "#include <cassert>\n#include <iostream>\n#include <string>\nint main() {\n" + body + "\n}\n")
            self.heddle("check", "p.cpp", "--input", "stdin:2", "--max-executions", "100", code=1)

    def test_bytes_that_are_read_as_words(self):
        """What the compiler makes one load of four bytes, and halves of what was stored whole, ask no byte for its value."""
        self.finds('char b[8]; if (read(0, b, 8) == 8 && memcmp(b, "GET ", 4) == 0) { unsigned short n; memcpy(&n, b + 5, 2); assert(n != 0x1234); }',
                   "--input", "stdin:=8", most=12)
        self.finds("unsigned w[2]; if (read(0, w, 8) == 8) { ((volatile unsigned char*)w)[2] = 7; assert(*(volatile unsigned*)w != 0x11070342); }",
                   "--input", "stdin:=8", most=6)
        self.finds("volatile unsigned long w; read(0, (void*)&w, 8); volatile unsigned short* h = (unsigned short*)&w + 1; "
                   "if (*h == 0x4142) { *h = 0; assert(w != 0x7a00000063); }", "--input", "stdin:=8", most=6)
        # a word over two granules
        self.finds("char b[16]; read(0, b, 12); unsigned n; memcpy(&n, b + 6, 4); assert(n != 123456789);", "--input", "stdin:=12", most=6)
        self.verifies("char b[8]; read(0, b, 8); unsigned n; memcpy(&n, b, 4); assert((n & 255) == (unsigned char)b[0]);",
                      "--input", "stdin:=8", most=4)

    def test_copies_on_the_heap_and_files(self):
        self.finds('char* s = strdup(argv[1]); int bad = strcmp(s, "open") == 0; free(s); assert(!bad);', "--input", "args:6", most=30)
        self.finds('char* s = malloc(4); read(0, s, 4); s = realloc(s, 400); int bad = s[0] == 3 && s[3] == 77; free(s); assert(!bad);',
                   "--input", "stdin:=4", most=6)
        pathlib.Path(self.dir, "data.bin").write_bytes(b"xxxxxxxx")
        self.finds('FILE* f = fopen("data.bin", "rb"); unsigned magic = 0; unsigned short n; if (fread(&magic, 4, 1, f) == 1 && magic == 0xfeedbeef) '
                   "if (fread(&n, 2, 1, f) == 1) assert(n != 513); fclose(f);", "--input", "file:data.bin:8", most=20)

    def test_random_numbers(self):
        self.finds("int a = rand() % 100, b = rand() % 100; assert(!(a == 17 && b == a + 5));", "--input", "random", most=6)
        self.verifies("int a = rand() % 100; assert(a >= 0 && a < 100);", "--input", "random", most=6)

    def test_strings_and_numbers(self):
        argument = "if (argc < 2) return 0; char *s = argv[1]; "
        for body in ['assert(strlen(s) != 2);', "assert(strchr(s, '=') == 0);", 'assert(strstr(s, "ab") == 0);',
                     'assert(strcasecmp(s, "YES") != 0);', "assert(strtol(s, 0, 16) != 0x1f);", "assert(!isdigit((unsigned char)s[0]));",
                     "assert(toupper((unsigned char)s[0]) != 'Q');", 'int a, b; assert(sscanf(s, "%d,%d", &a, &b) != 2 || a != b);',
                     'char t[8]; strcpy(t, s); assert(strcmp(t, "k") != 0);',
                     'assert(strspn(s, "ab") != 3);', 'char *t = strtok(s, ";"); assert(t == 0 || strcmp(t, "u") != 0);',
                     'printf("%s %d\\n", s, atoi(s)); assert(atoi(s) != 25);']:
            with self.subTest(body):
                self.finds(argument + body, "--input", "args:3", most=120)

    def test_failures_become_questions(self):
        head = HEAD + "#include <heddle/heddle.h>\nint table[10];\nstatic const int few[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
        start = "int main(void) {\n  int a, b;\n  heddle_symbolic(&a, 4, \"a\");\n  heddle_symbolic(&b, 4, \"b\");\n"

        def check(body, *options, code, most):
            self.write("p.c", head + start + body + "\n}\n")
            self.heddle("check", "p.c", "--json", "r.json", "--time-limit", "60s", *options, code=code)
            self.assertLessEqual(json.loads(pathlib.Path(self.dir, "r.json").read_text())["executions"], most, body)
        check("return 100 / (a - 1234567);", code=1, most=4)
        check("return a != 0 ? b / (a < 0 ? 1 : a) : 0;", code=0, most=8)
        check("table[a & 0xffff] = 1;", code=1, most=14)
        check("if (a >= 0 && a < 8 && few[a] == 9) assert(a != 5);", code=1, most=6)
        check("if (a >= 0 && a < 8) assert(few[a] < 10);", code=0, most=6)
        check("if ((a << (b & 31)) == 0x50000) assert(b != 16);", code=1, most=8)
        check("a = a + b;", "-fsanitize=undefined", code=1, most=4)
        check("a = (a & 0xffff) + (b & 0xffff);", "-fsanitize=undefined", code=0, most=4)
        check("a = 1 << (b & 63);", "-fsanitize=undefined", code=1, most=4)
        check("a = (a & 0xffff) * (b & 0xffff);", "-fsanitize=undefined", code=1, most=4)

    def test_replay_needs_its_inputs(self):
        self.write("data", "x")
        self.finds('FILE *f = fopen("data", "r"); if (f) assert(fgetc(f) != 7);', "--input", "file:data:1", most=2000)
        file = json.loads(pathlib.Path(self.dir, "r.json").read_text())["findings"][0]["schedule_file"]
        pathlib.Path(self.dir, "data").unlink()
        self.assertIn("there is no file data", self.heddle("replay", file, code=2).stderr)

    def test_what_is_refused(self):
        self.program("return 0;")
        for option, said in [("stdin", "no bound on its size"), ("file:p.c", "no bound on its size"), ("stdin:many", "no number of bytes"),
                             ("stdin:100000", "more than can be explored"), ("file:none:8", "there is no file none"),
                             ("network", "no such source")]:
            with self.subTest(option):
                self.assertIn(said, self.heddle("check", "p.c", "--input", option, code=2).stderr)
        self.assertIn("--input is for", self.heddle("check", "p.c", "--engine", "dpor", "--input", "stdin:8", code=2).stderr)

    def test_an_input_that_is_lost_is_named(self):
        self.write("p.c", "#define _GNU_SOURCE\n" + HEAD + "int main(void) { return getw(stdin) == 5; }\n")
        self.assertIn("does not carry it", self.heddle("check", "p.c", "--input", "stdin:8", code=3).stdout)

    def test_built_without(self):
        self.program("return 0;")
        subprocess.run([HEDDLE.parent / "heddle-cc", "p.c", "-o", "p"], cwd=self.dir, check=True)
        self.assertIn("not for inputs", self.heddle("check", "./p", "--input", "stdin:8", code=2).stderr)

    def test_the_time_limit_holds_while_the_solver_thinks(self):
        # Factors of a large number: Z3 needs much longer than it is given.
        self.write("p.c", "#include <assert.h>\nunsigned long __VERIFIER_nondet_ulong(void);\nint main(void) {\n"
                   "  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();\n"
                   "  if (x > 1 && x <= y && y < 0x100000000) assert(x * y != 12345678910987654321u);\n}\n")
        begin = time.monotonic()
        out = self.heddle("check", "p.c", "--time-limit", "2s", code=3).stdout
        self.assertIn("the time limit was reached", out)
        self.assertLess(time.monotonic() - begin, 8)  # Z3's own limit is ten seconds for one question

    def test_the_time_limit_holds_while_the_program_runs(self):
        self.write("p.c", "#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nvolatile int x;\nstatic void *go(void *a) { for (;;) x++; }\n"
                   "int main(void) {\n  pthread_t t;\n  if (__VERIFIER_nondet_int()) x = 1;\n"
                   "  for (int i = 0; i < 200; i++) pthread_create(&t, 0, go, 0);\n  go(0);\n}\n")
        for engine in (["mcr"], ["mpc-trace", "-j2"]):
            begin = time.monotonic()
            out = self.heddle("check", "p.c", "--time-limit", "1s", "--race=ignore", "--max-steps", "1000000", "--engine", *engine, code=3).stdout
            self.assertIn("the time limit was reached", out)
            self.assertLess(time.monotonic() - begin, 15)

    def test_inputs_are_made_small(self):
        report = self.finds_in("  unsigned x = heddle_input_4(\"x\"), y = heddle_input_4(\"y\"), unused = heddle_input_4(\"z\");\n"
                               "  int below = (int)heddle_input_4(\"below\");\n"
                               "  if (x < 100000 && y < 100000 && x > 5 && below < -3) assert((x * 7 ^ y) * 3 + y < 90000 || unused == 9);\n")
        x, y, unused, below = [int(i["value"]) for i in report["findings"][0]["inputs"]]
        self.assertEqual((x, unused), (6, 0))
        self.assertEqual(below, -4)
        self.assertGreaterEqual((x * 7 ^ y) * 3 + y, 90000)
        self.assertLess(y, 23000)  # 22,5xx is about the smallest

    def finds_in(self, body):
        self.write("p.c", HEAD + "#include <heddle/heddle.h>\nint main(void) {\n" + body + "}\n")
        self.heddle("check", "p.c", "--json", "r.json", "--sarif", "r.sarif", "--time-limit", "60s", code=1)
        report = json.loads(pathlib.Path(self.dir, "r.json").read_text())
        values = [i["value"] for i in report["findings"][0]["inputs"]]
        sarif = json.loads(pathlib.Path(self.dir, "r.sarif").read_text())
        self.assertEqual(sarif["runs"][0]["results"][0]["properties"]["inputs"], values)
        self.heddle("replay", report["findings"][0]["schedule_file"], code=1)
        return report

    def test_loops_that_inputs_bound(self):
        self.write("p.c", "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nunsigned hash;\nint main(void) {\n"
                   "  int n = __VERIFIER_nondet_int();\n  for (int i = 0; i < n; i++)\n    hash = hash * 31 + 7 + i % 5;\n"
                   "  assert(hash != 1 MORE);\n}\n")
        out = self.heddle("check", "p.c", "-DMORE=", "--max-loop", "20", code=3).stdout
        self.assertIn("inputs keep a loop going for more than 20 rounds (--max-loop), at p.c:6:", out)  # the loop, not the input
        self.heddle("check", "p.c", "-DMORE=&& n != 15", "--max-loop", "20", code=1)  # inside of the bound

    def test_parameters_of_a_body(self):
        self.write("body.cpp", BODY)
        env = dict(os.environ, HEDDLE_FOLLOW="1", HEDDLE_INPUTS="1")
        subprocess.run([HEDDLE.parent / "heddle-c++", "-std=c++20", "-O1", "-g", "body.cpp", "-o", "body", "-lgtest", "-lgtest_main",
                        "-lpthread"], cwd=self.dir, env=env, check=True)
        run = subprocess.run(["./body"], cwd=self.dir, capture_output=True, text=True)
        self.assertIn("[       OK ] Inputs.Fine", run.stdout)
        self.assertIn("[  FAILED  ] Inputs.Bug", run.stdout)
        self.assertRegex(run.stdout, r"input = 12345 +\|")
        self.assertRegex(run.stdout, r"heddle: 1 bug after [1-6] executions? \(mcr")
        again = run.stdout[run.stdout.index("HEDDLE_OPTIONS=replay="):].split()[0].split("=", 1)[1]
        run = subprocess.run(["./body", "--gtest_filter=Inputs.Bug"], cwd=self.dir, capture_output=True, text=True,
                             env=dict(os.environ, HEDDLE_OPTIONS=again))
        self.assertIn("Failed; fast and 12345", run.stdout)
        self.assertIn("1 execution (replay)", run.stdout)

    def test_a_loop_that_goes_on_with_0(self):
        self.write("p.c", "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint steps;\nint main(void) {\n  for (;;)\n"
                   "    switch (__VERIFIER_nondet_int()) {\n    case 1: steps++; break;\n    case 2: assert(steps != 3); return 0;\n    }\n}\n")
        self.heddle("check", "p.c", "--time-limit", "60s", code=1)

    def test_maximal_path_causality_as_published(self):
        """The paper's numbers of paths, and what its strategy 1 misses."""
        def check(program, strategy, *options, code, paths):
            out = self.heddle("check", ROOT / f"bench/paper/mpc/{program}.c", "--engine", "mpc-trace", "--strategy", strategy, "--race=ignore",
                              "--keep-going", "--json", "r.json", *options, code=code, timeout=120).stdout
            report = json.loads(pathlib.Path(self.dir, "r.json").read_text())
            self.assertFalse(report["complete"], out)
            self.assertIn(report["executions"], paths, out)
            self.assertIn("which proves nothing", report["reason"])

        for m, all_paths, found_paths in (0, 6, 10), (1, 12, 16):
            check("m", "1", f"-DM={m}", code=3, paths=[all_paths])
            check("m", "2", f"-DM={m}", code=1, paths=[found_paths])
            # Two engines may both run what only extends a prefix.
            check("m", "2", f"-DM={m}", "-j2", code=1, paths=range(found_paths, found_paths + 4))
        check("fig8", "1", code=3, paths=[2])
        check("fig8", "2", code=1, paths=[3])
        self.assertIn("--strategy is for", self.heddle("check", "p.c", "--strategy", "1", code=2).stderr)
        self.assertIn("cannot be saved", self.heddle("check", "p.c", "--engine", "mpc-trace", "-j2", "--checkpoint", "c", code=2).stderr)

    def test_tests_of_local_paths(self):
        self.write("p.c", HEAD + "#include <heddle/heddle.h>\nint x, seen;\nvoid *other(void *a) { __atomic_store_n(&x, 1, 5); return 0; }\n"
                   "int main(void) {\n  int n = (int)heddle_input_4(\"n\");\n  pthread_t t;\n  pthread_create(&t, 0, other, 0);\n"
                   "  if (n == 7) seen = 1; else if (n < 0) seen = 2;\n  if (__atomic_load_n(&x, 5) == 1 && n == 9) seen = BUG;\n"
                   "  assert(seen != 4);\n  pthread_join(t, 0);\n}\n")
        out = self.heddle("check", "p.c", "-DBUG=3", "--tests", "t", "--json", "r.json", code=0).stdout
        executions = json.loads(pathlib.Path(self.dir, "r.json").read_text())["executions"]
        files = sorted(pathlib.Path(self.dir, "t").iterdir())
        self.assertEqual(len(files), executions)  # every run adds a path
        self.assertIn(f"{executions} tests, one for each local path", out)
        for file in files:
            self.assertIn("the run passes", self.heddle("replay", file, code=0).stdout)
        self.heddle("check", "p.c", "-DBUG=4", "--tests", "u", "--keep-going", code=1)
        codes = [subprocess.run([HEDDLE, "replay", "--quiet", f], cwd=self.dir, capture_output=True).returncode
                 for f in pathlib.Path(self.dir, "u").iterdir()]
        self.assertEqual(set(codes), {0, 1})

    def test_tests_as_source(self):
        self.write("p.c", HEAD + "#include <heddle/heddle.h>\nint main(void) { int n = (int)heddle_input_4(\"n\"); assert(n != 9); }\n")
        self.heddle("check", "p.c", "--tests", "gtest", "--keep-going", code=1)
        subprocess.run(["clang++-19", "-std=c++17", "p_paths_test.cpp", "-o", "paths", "-lgtest", "-lgtest_main", "-lpthread"],
                       cwd=self.dir, check=True)
        run = subprocess.run(["./paths"], cwd=self.dir, env=dict(os.environ, HEDDLE=str(HEDDLE)), capture_output=True, text=True)
        self.assertIn("[  PASSED  ] 2 tests", run.stdout)
        self.write("p.c", "int main(void) { return 0; }\n")  # the program has changed, and does not fail any more
        run = subprocess.run(["./paths"], cwd=self.dir, env=dict(os.environ, HEDDLE=str(HEDDLE)), capture_output=True, text=True)
        self.assertNotEqual(run.returncode, 0)


if __name__ == "__main__":
    unittest.main()
