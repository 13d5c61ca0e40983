"""heddle::check in GoogleTest, in Catch2 and without a framework; CMake's find_package and FetchContent."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from tool import HEDDLE, ROOT, ToolTest

BUILD = HEDDLE.parent.parent
PROJECT = ROOT / "tests/e2e/frameworks"


def run(*command, cwd, env=None, timeout=900):
    return subprocess.run([str(c) for c in command], cwd=cwd, text=True, capture_output=True, timeout=timeout,
                          env={**os.environ, **(env or {})})


def need(result):
    if result.returncode != 0:
        raise AssertionError(result.stdout + result.stderr)
    return result


def check_catch2(test, out):
    """The program with_catch2, built in `out`: what it finds, and what it says to see it again."""
    result = run("./with_catch2", cwd=out)
    test.assertNotEqual(result.returncode, 0, result.stdout)
    test.assertIn("test cases: 4 | 1 passed | 3 failed", result.stdout)
    lines = (PROJECT / "with_catch2.cpp").read_text().splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "REQUIRE(add_twice" in text)
    test.assertIn(f"with_catch2.cpp:{line} in", result.stdout)
    test.assertIn("an assertion of Catch2 failed", result.stdout)
    again = re.search(r"HEDDLE_OPTIONS=(replay=with_catch2.require\S+)", result.stdout).group(1)
    result = run("./with_catch2", "require", "-c", "but here", cwd=out, env={"HEDDLE_OPTIONS": again})
    test.assertNotEqual(result.returncode, 0, result.stdout)  # version 3 says 42
    test.assertIn("1 execution (replay)", result.stdout)


class Installed(unittest.TestCase):
    """One installation and one build of the project for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="heddle-e2e-"))
        cls.out = cls.dir / "out"
        need(run("cmake", "--install", BUILD, "--prefix", cls.dir / "prefix", cwd=cls.dir))
        need(run("cmake", "-S", PROJECT, "-B", cls.out, f"-DCMAKE_PREFIX_PATH={cls.dir}/prefix", "-G", "Ninja", cwd=cls.dir))
        need(run("cmake", "--build", cls.out, cwd=cls.dir))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.dir, ignore_errors=True)

    def gtest(self, name, env=None):
        return run("./with_gtest", f"--gtest_filter={name}", cwd=self.out, env=env)

    def passes(self, name, env=None):
        result = self.gtest(name, env)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("[  PASSED  ]", result.stdout)
        return result.stdout

    def fails(self, name, *texts, env=None):
        result = self.gtest(name, env)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        for text in texts:
            self.assertIn(text, result.stdout)
        return result.stdout

    def line_of(self, text, source="with_gtest.cpp"):
        lines = (PROJECT / source).read_text().splitlines()
        return next(n for n, line in enumerate(lines, 1) if text in line)

    def test_state_is_restored(self):
        self.passes("State.IsRestored")
        # Several runs were made, or nothing was restored.
        out = self.fails("State.IsRestored", env={"HEDDLE_OPTIONS": "engine=dfs:max_executions=1"})
        self.assertIn("no bug in 1 execution", out)

    def test_failed_expectations_are_findings(self):
        for name, text in (("Expect.InMain", "EXPECT_EQ(add_twice(), 2)"), ("Expect.InThread", "EXPECT_EQ(n, 0)"),
                           ("Expect.InForgottenTask", "ASSERT_TRUE(false)")):
            out = self.fails(name, "heddle: assertion in thread main")
            self.assertIn(f"with_gtest.cpp:{self.line_of(text)}", out[out.index("SUMMARY:"):], out)
        self.assertIn("too late", self.fails("Expect.InThread"))

    def test_replay_of_a_test(self):
        out = self.fails("Expect.InMain")
        again = re.search(r"To see it again: HEDDLE_OPTIONS=(\S+) (\S+) (\S+)$", out, re.M)
        self.assertEqual(again.group(3), "--gtest_filter=Expect.InMain")
        result = run("sh", "-c", again.group(0).removeprefix("To see it again: "), cwd=self.out)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("1 execution (replay)", result.stdout)
        # Another test is not disturbed by it, and passes without being explored.
        self.passes("Outside.ThreadAfter", {"HEDDLE_OPTIONS": again.group(1)})
        file = again.group(1).removeprefix("replay=")
        result = run(HEDDLE, "replay", file, cwd=self.out)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        result = run(HEDDLE, "replay", "--gdb", file, "--", "-batch", cwd=self.out)
        self.assertRegex(result.stdout, r"#\d+ .*add_twice|#\d+ .*with_gtest.cpp:" + str(self.line_of("EXPECT_EQ(add_twice(), 2)")))

    def test_crashes_do_not_harm_the_test_process(self):
        result = self.gtest("Crash.*:Two.Checks")
        for kind in ("null-dereference", "uncaught-exception", "deadlock", "leak"):
            self.assertIn(f"SUMMARY: heddle: {kind}", result.stdout)
        self.assertIn("nobody catches this", result.stdout)
        self.assertIn("[       OK ] Two.Checks", result.stdout)
        self.assertIn("4 FAILED TESTS", result.stdout)

    def test_static_libraries_are_instrumented(self):
        result = run("./with_library", cwd=self.out)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("bank.cpp", result.stdout)
        self.assertIn("[       OK ] Bank.OneTeller", result.stdout)
        self.assertIn("[  FAILED  ] Bank.LosesMoney", result.stdout)
        need(run("./application", cwd=self.out))

    def test_options(self):
        self.passes("Options.ByArgument")
        out = self.passes("Options.ByEnvironment", {"HEDDLE_OPTIONS": "engine=dfs"})
        self.assertRegex(out, r"verified: no bug in \d+ executions \(dfs, complete\)")
        self.assertIn("there is no engine 'nonsense'", self.passes("Options.ByEnvironment"))

    def test_parameters(self):
        self.passes("All/Sizes.OfOne/0:All/Sizes.OfOne/1")
        self.fails("All/*", "[       OK ] All/Sizes.OfOne/1", "[  FAILED  ] All/Sizes.OfOne/2")

    def test_only_the_lambda_is_explored(self):
        self.fails("Outside.ThreadBefore", "the program starts a thread before heddle::check is reached")
        self.passes("Outside.ThreadAfter")
        self.passes("Inside.CheckInCheck")

    def test_sharding_is_for_the_test_process(self):
        shards = [self.gtest("Two.Checks:Outside.ThreadAfter", {"GTEST_TOTAL_SHARDS": "2", "GTEST_SHARD_INDEX": str(i)})
                  for i in (0, 1)]
        for result in shards:
            self.assertEqual(result.returncode, 0, result.stdout)
            self.assertIn("1 test ran", re.sub(r" from .* suites? ran", " ran", result.stdout))

    def test_repeat(self):
        result = run("./with_gtest", "--gtest_filter=Two.Checks", "--gtest_repeat=2", cwd=self.out)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_discovery(self):
        listed = run("ctest", "-N", cwd=self.out).stdout
        for name in ("State.IsRestored", "All/Sizes.OfOne/2", "a mutex, [as it should be]", "swallowed", "safe", "lost"):
            self.assertIn(f": {name}", listed)
        result = run("ctest", "-R", "^(safe|lost|Two.Checks|require|a mutex.*)$", "--output-on-failure", cwd=self.out)
        failed = set(re.findall(r"^\s+\d+ - (\S+) \(Failed\)", result.stdout, re.M))
        self.assertEqual(failed, {"lost", "require"}, result.stdout + result.stderr)
        self.assertIn("2 tests failed out of 5", result.stdout)

    def test_catch2(self):
        check_catch2(self, self.out)

    def test_page_about_googletest(self):
        text = (ROOT / "docs/testing-with-googletest.md").read_text()
        where = self.dir / "page"
        where.mkdir()
        (where / "examples").symlink_to(ROOT / "examples")
        (where / "prefix").symlink_to(self.dir / "prefix")
        commands = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.S | re.M)).splitlines()
        self.assertEqual(len(commands), 7)
        printed = {c: need(run("sh", "-c", c, cwd=where, env={"PATH": f"{HEDDLE.parent}:{os.environ['PATH']}"})).stdout
                   for c in commands}
        outputs = list(printed.values())
        self.assertIn("[  PASSED  ] 1 test", outputs[2])
        self.assertIn(f"To see it again: {commands[4].split(' ')[0]} ", outputs[3])
        self.assertIn("1 execution (replay)", outputs[4])
        self.assertIn("queue_test.cpp:33", outputs[5])
        self.assertIn("[  PASSED  ] 1 test", outputs[6])

    def test_editor(self):
        tasks = json.loads((ROOT / "examples/vscode/tasks.json").read_text())["tasks"]
        launch = json.loads((ROOT / "examples/vscode/launch.json").read_text())["configurations"][0]
        out = self.fails("Expect.InMain")
        for task in tasks[:2]:
            pattern = task["problemMatcher"]["pattern"]
            match = re.search(pattern["regexp"], out, re.M)
            self.assertEqual(match.group(pattern["code"]), "assertion")
            self.assertTrue(match.group(pattern["file"]).endswith("with_gtest.cpp"))
            self.assertEqual(int(match.group(pattern["line"])), self.line_of("EXPECT_EQ(add_twice(), 2)"))
        prepare = next(t for t in tasks if t["label"] == launch["preLaunchTask"])

        def filled(text):
            return text.replace("${workspaceFolder}", str(self.out)).replace("${input:schedule}", file)
        file = re.search(r"replay=(\S+)", out).group(1)
        need(run(HEDDLE, *map(filled, prepare["args"]), cwd=self.out))
        # As the editor does it: gdb's machine interface, the set-up, then the program.
        lines = [filled(c["text"]) for c in launch["setupCommands"]]
        lines += [f"-file-exec-and-symbols {filled(launch['program'])}", "-exec-run"]
        gdb = subprocess.Popen(["gdb", "-q", "--interpreter=mi"], cwd=self.out, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
        gdb.stdin.write("\n".join(lines) + "\n")
        gdb.stdin.flush()
        seen = ""
        for line in gdb.stdout:
            seen += line
            if line.startswith("*stopped"):
                break
        gdb.stdin.write("-stack-list-frames\n-gdb-exit\n")
        seen += gdb.communicate(timeout=60)[0]
        self.assertIn('func="__heddle_finding"', seen)
        self.assertIn("Expect_InMain_Test", seen)

    def test_without_a_framework(self):
        result = run("./without", cwd=self.out)
        self.assertIn("verdict 1, n 0\n", result.stdout)
        self.assertIn("passed", result.stdout)
        result = run("./without", "more", cwd=self.out)
        self.assertRegex(result.stdout, r"thrown: \s*heddle: assertion in thread main")

    def test_not_instrumented(self):
        result = run("./not_instrumented", cwd=self.out)
        self.assertIn("verdict 3", result.stdout)
        self.assertRegex(result.stdout, r"thrown: heddle: \S*without.cpp:\d+ was not compiled with heddle-c\+\+")

    def test_linked_without_the_runtime(self):
        need(run("clang++-19", "-std=c++20", "-D__HEDDLE__=1", f"-I{self.dir}/prefix/include", PROJECT / "without.cpp", "-pthread",
                 "-o", "half", cwd=self.dir))
        self.assertIn("linked without Heddle's runtime", run("./half", cwd=self.dir).stdout)


CATCH2_V3 = os.environ.get("HEDDLE_CATCH2_V3", "")


@unittest.skipUnless(CATCH2_V3, "set HEDDLE_CATCH2_V3 to the prefix of an installed Catch2 3: Debian has version 2")
class Catch2Version3(ToolTest):
    def test_catch2(self):
        need(run("cmake", "--install", BUILD, "--prefix", self.dir / "prefix", cwd=self.dir))
        need(run("cmake", "-S", PROJECT, "-B", "out", f"-DCMAKE_PREFIX_PATH={CATCH2_V3};{self.dir}/prefix", "-G", "Ninja", cwd=self.dir))
        need(run("cmake", "--build", "out", "--target", "with_catch2", cwd=self.dir))
        check_catch2(self, self.dir / "out")
        listed = run("ctest", "-N", cwd=self.dir / "out").stdout
        for name in ("a mutex, [as it should be]", "swallowed"):
            self.assertIn(f": {name}", listed)


class Fetched(ToolTest):
    """A project that fetches Heddle and tests a program with it. Its own compiler is gcc: Heddle is built with its own."""

    def setUp(self):
        super().setUp()
        self.write("CMakeLists.txt", f"""cmake_minimum_required(VERSION 3.25)
project(user C CXX)
include(FetchContent)
FetchContent_Declare(heddle SOURCE_DIR {ROOT})
FetchContent_MakeAvailable(heddle)
enable_testing()
add_executable(app app.cpp)
target_link_libraries(app heddle::heddle)
heddle_instrument(app)
heddle_add_test(safe SOURCES app.cpp)
heddle_add_test(lossy SOURCES app.cpp OPTIONS -DLOSSY)
""")
        self.write("app.cpp", """#include <heddle/check.hpp>
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> n{0};
int main() {
#ifdef LOSSY
  const auto add = [] { n = n + 1; };
#else
  const auto add = [] { ++n; };
#endif
  std::thread other(add);
  add();
  other.join();
  assert(n == 2);
}
""")
        cached = ["-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        need(run("cmake", "-S", ".", "-B", "out", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_COMPILER=gcc",
                 "-DCMAKE_CXX_COMPILER=g++", *cached, cwd=self.dir))

    def programs_are_checked(self):
        result = run("ctest", "-R", "^(safe|lossy)$", "--output-on-failure", cwd=self.dir / "out")
        self.assertIn("50% tests passed, 1 tests failed out of 2", result.stdout)
        self.assertIn("SUMMARY: heddle: assertion", result.stdout)
        self.assertRegex(result.stdout, r"\d+ - lossy \(Failed\)")

    def test_what_is_generated(self):
        """Everything but building the tool: that of this build is put where the fetched one would be."""
        commands = run("ninja", "-C", "out", "-t", "commands", "app", cwd=self.dir).stdout
        # The program is compiled and linked by the tool of this build, which is built before.
        own = [c for c in commands.splitlines() if re.search(r"out/_deps/heddle-build/tool/bin/heddle-c\+\+ --in-place-of \S*g\+\+", c)]
        self.assertEqual(len(own), 2)
        self.assertRegex(commands, r"-DCMAKE_CXX_COMPILER=\S*clang\+\+")
        self.assertIn("--target tool", commands)
        for folder in ("bin", "lib"):
            shutil.copytree(BUILD / folder, self.dir / "out/_deps/heddle-build/tool" / folder, symlinks=True, dirs_exist_ok=True)
        for command in own:
            need(run("sh", "-c", command, cwd=self.dir / "out"))
        need(run("./app", cwd=self.dir / "out"))
        self.programs_are_checked()

    def test_without_clang_it_is_refused_at_once(self):
        result = run("cmake", "-S", ".", "-B", "refused", "-G", "Ninja", "-DHEDDLE_OWN_CC=", "-DHEDDLE_OWN_CXX=", cwd=self.dir)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("there is no clang 19", result.stderr)
        self.assertIn("apt-get install clang-19", result.stderr)
        self.assertIn("find_package(heddle)", result.stderr)

    @unittest.skipUnless(os.environ.get("HEDDLE_SLOW_TESTS"), "builds all of Heddle again: set HEDDLE_SLOW_TESTS=1")
    def test_built(self):
        need(run("cmake", "--build", "out", "--target", "app", cwd=self.dir, timeout=3600))
        need(run("./app", cwd=self.dir / "out"))
        self.programs_are_checked()


if __name__ == "__main__":
    unittest.main()
