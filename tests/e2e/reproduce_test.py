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
        self.assertEqual(engines, ["dfs", "icb", "icb+dpor", "mcr", "mcr -j2"])
        first, explored = (dict(zip(engines, row.split(" | ")))
                           for row in re.findall(r"^\| StringBuf \| here \| (.*) \|$", result.stdout, re.M))
        self.assertRegex(first["mcr"], r"^\d/[\d.e-]+s$")
        self.assertRegex(explored["dfs"], r"^✓ 20/.*, 0/0$")
        for engine in ("mcr", "mcr -j2"):
            self.assertRegex(explored[engine], r"^✓ \d+/.*, 0/0$")
            self.assertLessEqual(int(re.match(r"✓ (\d+)/", explored[engine])[1]), 20)
        self.assertIn("12/0.1s", result.stdout)
        self.assertIn("3/0.4s", result.stdout)
        self.assertEqual(before, (ROOT / "docs/reproduction.md").read_text())

    def test_races_and_null_dereferences_are_counted(self):
        result = self.reproduce("--limit", "5", "--only", "PingPong")
        self.assertEqual(result.returncode, 0, result.stderr)
        cells = re.findall(r"^\| PingPong \| here \| (.*) \|$", result.stdout, re.M)[1].split(" | ")
        for cell in cells:
            self.assertRegex(cell, r"^[✓⊖] \d+/.*s, [1-9]\d*/1$")

    def test_static_dependence(self):
        result = subprocess.run([ROOT / "tools/reproduce", "mcr-s", "--tools", HEDDLE.parent, "--only", "bubble_sort"], capture_output=True,
                                text=True, cwd=self.dir, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = re.findall(r"^\| (?:bubble_sort)? \| (\S+) \| (\d+) \| (\d+) \|", result.stdout, re.M)
        self.assertEqual([row[0] for row in rows], ["none", "s", "s+"], result.stdout)
        self.assertLess(int(rows[1][1]), int(rows[0][1]))

    def test_inputs_and_schedules(self):
        result = subprocess.run([ROOT / "tools/reproduce", "mpc", "--tools", HEDDLE.parent, "--limit", "20", "--only", "bluetooth", "splay"],
                                capture_output=True, text=True, cwd=self.dir, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = dict(re.findall(r"^\| (bluetooth|splay) \| +\| (.*) \|$", result.stdout, re.M))
        _, whole, to_bug, correct, wrong, _, strategy1, strategy2, parallel = rows["bluetooth"].split(" | ")
        for cell in (whole, to_bug, correct, strategy1, strategy2, parallel):
            self.assertRegex(cell, r"^\d+ bug/")
        self.assertRegex(wrong, r"^\d+/")  # with that input there is none
        self.assertNotIn("bug/", rows["splay"])
        self.assertNotIn("⊖", rows["splay"])

    def test_unknown_program(self):
        result = self.reproduce("--only", "Nothing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no such program: Nothing", result.stderr)


if __name__ == "__main__":
    unittest.main()
