"""heddle-clang makes what clang makes, and leaves to it what it does not do itself."""
import os
import subprocess
import unittest

from tool import HEDDLE, RACE, ToolTest

PARTS = HEDDLE.parent.parent / "lib" / "heddle"
CXX = """#include <mutex>
#include <thread>
#include <vector>
std::mutex m;
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([] { std::lock_guard<std::mutex> held(m); });
  for (auto& t : threads) t.join();
}
"""
# After what the linker said.
CLANG_ADDS = "clang-19: error: linker command failed with exit code 1 (use -v to see invocation)"


@unittest.skipUnless((PARTS / "heddle-clang").exists(), "built without libclang-19-dev and liblld-19-dev")
class Compiler(ToolTest):
    def compile(self, compiler, *arguments, **environment):
        """Exit code, messages and the content of "out"."""
        out = self.dir / "out"
        out.unlink(missing_ok=True)
        result = subprocess.run([HEDDLE.parent / compiler, *arguments, "-o", "out"], cwd=self.dir, capture_output=True, text=True,
                                timeout=120, env={**os.environ, **environment})
        said = result.stderr.replace(f"{CLANG_ADDS}\n", "")
        return result.returncode, said, out.read_bytes() if out.exists() else None

    def assert_same(self, compiler, *arguments, code=0):
        ours = self.compile(compiler, *arguments)
        self.assertEqual(ours[0], code, ours[1])
        self.assertEqual(ours, self.compile(compiler, *arguments, HEDDLE_CLANG="clang-19"))

    def setUp(self):
        super().setUp()
        self.write("race.c", RACE)
        self.write("threads.cpp", CXX)
        self.write("part.c", "int part(int *p) { return *p + LEVEL; }\n")
        self.write("wrong.c", "int main(void) { return missing; }\n")
        self.write("unused.c", "static int unused;\nint main(void) { return 0; }\n")
        self.write("assembly.c", 'int main(void) { int v; __asm__("movl $7, %0" : "=r"(v)); return v - 7; }\n')
        self.write("code.ll", "define i32 @main() {\n  ret i32 0\n}\n")

    def test_same_program(self):
        self.assert_same("heddle-cc", "race.c")
        self.assert_same("heddle-c++", "threads.cpp")
        self.assert_same("heddle-c++", "-std=c++17", "-O2", "threads.cpp")
        self.assert_same("heddle-cc", "code.ll")
        self.assert_same("heddle-cc", "assembly.c")
        self.assert_same("heddle-cc", "-shared", "-DLEVEL=3", "part.c")

    def test_same_object(self):
        self.assert_same("heddle-cc", "-c", "-DLEVEL=2", "-O0", "part.c")
        self.assert_same("heddle-cc", "-c", "-m32", "-DLEVEL=2", "part.c")
        self.assert_same("heddle-c++", "-c", "-fsanitize=undefined", "threads.cpp")

    def test_same_messages(self):
        self.assert_same("heddle-cc", "wrong.c", code=1)
        self.assert_same("heddle-cc", "-DLEVEL=2", "part.c", code=1)  # no main
        self.assert_same("heddle-cc", "-Wall", "unused.c")
        self.assert_same("heddle-cc", "-Wno-such-warning", "unused.c")
        self.assert_same("heddle-cc", "-no-such-option", "unused.c", code=1)
        self.assert_same("heddle-cc", "missing.c", code=1)

    def test_left_to_clang(self):
        self.assert_same("heddle-cc", "-S", "race.c")
        self.assert_same("heddle-cc", "-S", "-emit-llvm", "race.c")
        self.assert_same("heddle-cc", "-E", "race.c")
        self.assert_same("heddle-cc", "-mllvm", "-unroll-count=2", "-c", "race.c")
        self.assert_same("heddle-cc", "-DLEVEL=2", "race.c", "part.c")

    def test_who_did_it(self):
        """A clang that only fails stands for the one that is not needed."""
        self.write("clang-19", "#!/bin/sh\nexit 77\n")
        clang = self.dir / "clang-19"
        clang.chmod(0o755)
        plugin = f"-fpass-plugin={PARTS}/heddle_pass.so"
        run = lambda *arguments: subprocess.run([PARTS / "heddle-clang", clang, *arguments], cwd=self.dir, timeout=60).returncode
        self.assertEqual(run(plugin, "-c", "unused.c"), 0)
        self.assertEqual(run(plugin, "-S", "unused.c"), 77)
        self.assertEqual(run("-c", "unused.c"), 77)  # without our pass
        self.assertEqual(run(plugin, "--target=aarch64-linux-gnu", "-c", "unused.c"), 77)
        self.assertEqual(run(plugin, "-c", "unused.c", "wrong.c"), 77)


if __name__ == "__main__":
    unittest.main()
