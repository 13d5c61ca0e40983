"""The commands of README.md are run, and print what it says they print. The examples do what their comments say.

With HEDDLE_APPROVE=1 in the environment README.md gets what is printed now.
"""
import os
import re
import shlex
import subprocess
import unittest

from tool import HEDDLE, ROOT, ToolTest

EXAMPLES = {"lost_update.cpp": (1, "assertion"), "two_locks.c": (1, "deadlock"), "late_reader.cpp": (1, "use-after-free"),
            "safe_counter.cpp": (0, "verified")}


def sessions(text):
    """(command, what it prints) for each line "$ command" of the code blocks."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        if language:
            continue
        parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
        yield from zip(parts[1::2], parts[2::2])


def without_time(text):
    return re.sub(r"in [0-9.]+ s$", "in TIME", text, flags=re.M)


class Readme(ToolTest):
    def test_commands(self):
        (self.dir / "examples").symlink_to(ROOT / "examples")
        (self.dir / "heddle").symlink_to(HEDDLE)
        found = list(sessions((ROOT / "README.md").read_text()))
        self.assertGreaterEqual(len(found), 3)
        for command, expected in found:
            words = shlex.split(command) + (["--", "-batch"] if "--gdb" in command else [])
            result = subprocess.run(words, cwd=self.dir, capture_output=True, text=True, timeout=60)
            self.assertIn(result.returncode, (0, 1), command + result.stderr)
            if expected and os.environ.get("HEDDLE_APPROVE"):
                readme = ROOT / "README.md"
                readme.write_text(readme.read_text().replace(expected, result.stdout))
            elif expected:
                self.assertEqual(without_time(result.stdout), without_time(expected), command)

    def test_source_in_readme_is_the_example(self):
        shown = re.search(r"^```cpp\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M).group(1)
        self.assertIn(shown, (ROOT / "examples/lost_update.cpp").read_text())

    def test_examples(self):
        files = {p.name for p in (ROOT / "examples").iterdir() if p.suffix in (".c", ".cpp")}
        self.assertEqual(files, set(EXAMPLES), "say in this test what a new example shows")
        for name, (code, word) in EXAMPLES.items():
            result = self.heddle("check", ROOT / "examples" / name, code=code)
            self.assertIn(f"heddle: {word}", result.stdout)


if __name__ == "__main__":
    unittest.main()
