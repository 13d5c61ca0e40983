"""Heddle installed like any tool: to a prefix and as a package, without its sources; from a project whose compiler is gcc."""
import os
import pathlib
import shutil
import subprocess
import unittest

from tool import HEDDLE, ToolTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = HEDDLE.parent.parent


def run(*command, cwd, **more):
    return subprocess.run(list(map(str, command)), cwd=cwd, text=True, capture_output=True, timeout=600, **more)


def need(result):
    assert result.returncode == 0, f"{result.args}\n{result.stdout}\n{result.stderr}"
    return result


def can_hide():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


LOSSY = """#include <atomic>
#include <cassert>
#include <thread>
#include <heddle/heddle.h>
std::atomic<int> n{0};
int main() {
  std::thread other([] { n = n + 1; });
  n = n + 1;
  other.join();
  assert(n == 2);
}
"""


class Installed(ToolTest):
    def setUp(self):
        super().setUp()
        need(run("cmake", "--install", BUILD, "--prefix", self.dir / "prefix", cwd=self.dir))

    @unittest.skipUnless(can_hide(), "hiding the sources needs root and unshare")
    def test_without_the_sources(self):
        self.write("lossy.cpp", LOSSY)
        # Sources and build lie below one folder; an empty one takes its place for these commands only.
        script = f"""mount -t tmpfs none {ROOT} && test -z "$(ls {ROOT})" || exit 99
prefix/bin/heddle check lossy.cpp -std=c++20; code=$?
prefix/bin/heddle replay lossy.assertion.1.heddle --quiet
prefix/bin/heddle-c++ -std=c++20 lossy.cpp -o lossy && prefix/bin/heddle check --quiet ./lossy
prefix/bin/heddle doctor | tail -1
exit $code"""
        result = run("unshare", "-m", "sh", "-c", script, cwd=self.dir)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertEqual(result.stdout.count("SUMMARY: heddle: assertion lossy.cpp:10"), 3, result.stdout + result.stderr)
        self.assertIn("this machine can check programs", result.stdout)

    def test_a_project_with_gcc_and_libraries(self):
        """What a target links is instrumented: static, shared, generated, behind an interface library."""
        self.write("CMakeLists.txt", """cmake_minimum_required(VERSION 3.25)
project(user CXX)
find_package(heddle REQUIRED)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
file(WRITE ${CMAKE_BINARY_DIR}/made.txt "int made() { return 1; }")
add_custom_command(OUTPUT made.cpp COMMAND ${CMAKE_COMMAND} -E copy made.txt made.cpp)
add_library(made STATIC made.cpp)
add_library(counter STATIC counter.cpp)
target_link_libraries(counter PRIVATE made)
add_library(shared SHARED shared.cpp)
target_link_libraries(shared PUBLIC counter)
add_library(everything INTERFACE)
target_link_libraries(everything INTERFACE shared)
add_executable(app app.cpp)
target_link_libraries(app PRIVATE everything)
heddle_instrument(app)
""")
        self.write("counter.cpp", """#include <atomic>
int made();
std::atomic<int> n{0};
void add() { int old = n; n = old + made(); }
int count() { return n; }
""")
        self.write("shared.cpp", "void add();\nvoid add_by_shared() { add(); }\n")
        self.write("app.cpp", """#include <cassert>
#include <thread>
void add_by_shared();
int count();
int main() {
  std::thread other(add_by_shared);
  add_by_shared();
  other.join();
  assert(count() == 2);
}
""")
        need(run("cmake", "-S", ".", "-B", "out", "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++", f"-DCMAKE_PREFIX_PATH={self.dir}/prefix",
                 cwd=self.dir))
        need(run("cmake", "--build", "out", "--target", "app", cwd=self.dir))
        result = run(self.dir / "prefix/bin/heddle", "check", "out/app", cwd=self.dir)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("counter.cpp:4", result.stdout)

    @unittest.skipUnless(shutil.which("dpkg-deb") and can_hide(), "needs dpkg-deb, root and unshare")
    def test_package(self):
        """The package in a root of its own: this machine's /usr with the package's files on it, and nothing of the sources."""
        need(run("cpack", "-G", "DEB", "-B", self.dir / "package", "--config", BUILD / "CPackConfig.cmake", cwd=self.dir))
        package = next((self.dir / "package").glob("heddle_*.deb"))
        fields = need(run("dpkg-deb", "-I", package, cwd=self.dir)).stdout
        for depends in ("clang-19", "lld-19", "llvm-19", "libc6"):
            self.assertIn(depends, fields)
        need(run("dpkg-deb", "-x", package, "unpacked", cwd=self.dir))
        root = self.dir / "root"
        for folder in ("usr", "proc", "dev", "tmp", "etc"):
            (root / folder).mkdir(parents=True)
        for link in ("bin", "lib", "lib64", "sbin"):
            (root / link).symlink_to(f"usr/{link}")
        (root / "tmp/lossy.cpp").write_text(LOSSY)
        script = f"""mount -t tmpfs none {self.dir}/unpacked/lost+found 2>/dev/null
mount -t overlay none -o lowerdir={self.dir}/unpacked/usr:/usr {root}/usr || exit 98
mount -t proc none {root}/proc && mount --rbind /dev {root}/dev && mount --bind /etc {root}/etc || exit 99
chroot {root} sh -c 'unset TMPDIR; cd /tmp && heddle check lossy.cpp -std=c++20'"""
        result = run("unshare", "-m", "sh", "-c", script, cwd=self.dir)
        if result.returncode == 98:
            self.skipTest("no overlay file system here: " + result.stderr)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("SUMMARY: heddle: assertion lossy.cpp:10", result.stdout)


if __name__ == "__main__":
    unittest.main()
