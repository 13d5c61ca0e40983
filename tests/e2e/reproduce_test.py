"""tools/reproduce runs every engine there is on a program and puts its counts beside the paper's."""
import re
import subprocess
import unittest

from tool import HEDDLE, ROOT, ToolTest


class Reproduce(ToolTest):
    def reproduce(self, *args):
        return subprocess.run([ROOT / "tools/reproduce", "mcr", "--tools", HEDDLE.parent, *args], capture_output=True, text=True,
                              cwd=self.dir, timeout=120)

    def test_tables(self):
        before = (ROOT / "docs/reproduction.md").read_text()
        result = self.reproduce("--limit", "20", "--only", "StringBuf")
        self.assertEqual(result.returncode, 0, result.stderr)
        heads = re.findall(r"^\| program \| \| (.*) \|$", result.stdout, re.M)
        self.assertEqual(len(heads), 2, result.stdout)
        engines = heads[0].split(" | ")
        explored = dict(zip(engines, re.findall(r"^\| StringBuf \| here \| (.*) \|$", result.stdout, re.M)[1].split(" | ")))
        self.assertRegex(explored["dfs"], r"^✓ 20/.*, 0/0$")
        self.assertRegex(explored["dpor"], r"^✓ 20/.*, 0/0$")
        self.assertIn("12/0.1s", result.stdout)
        self.assertEqual(before, (ROOT / "docs/reproduction.md").read_text())

    def test_unknown_program(self):
        result = self.reproduce("--only", "Nothing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no such program: Nothing", result.stderr)


if __name__ == "__main__":
    unittest.main()
