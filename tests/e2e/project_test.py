"""A project of two libraries and a program, built with the drop-in compilers by CMake and by make."""
import os
import subprocess
import unittest

from tool import HEDDLE, ROOT, ToolTest

PROJECT = ROOT / "tests" / "e2e" / "project"


class Project(ToolTest):
    def setUp(self):
        super().setUp()
        self.env = {**os.environ, "PATH": f"{HEDDLE.parent}:{os.environ['PATH']}", "CC": "heddle-cc", "CXX": "heddle-c++"}

    def run_tool(self, *command):
        result = subprocess.run(command, cwd=self.dir, env=self.env, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def check_program(self, program):
        report = self.check_json(program, code=1)
        finding = report["findings"][0]
        self.assertEqual(finding["kind"], "assertion")
        self.assertTrue(finding["file"].endswith("app/main.cpp"), finding["file"])
        self.heddle("replay", finding["schedule_file"], code=1)
        self.assertEqual(self.check_json(program, "--", "0", "1", code=0)["verdict"], "verified")

    def test_cmake(self):
        self.run_tool("cmake", "-S", str(PROJECT), "-B", "out")
        self.run_tool("cmake", "--build", "out")
        self.check_program("out/clerks")
        subprocess.run([self.dir / "out/clerks", "0", "1"], check=True, timeout=20)

    def test_make(self):
        self.run_tool("make", "-C", str(PROJECT), f"BUILD={self.dir}/out", "CC=heddle-cc", "CXX=heddle-c++")
        self.check_program("out/clerks")


if __name__ == "__main__":
    unittest.main()
