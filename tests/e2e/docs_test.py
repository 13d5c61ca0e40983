"""The commands of README.md, docs/ and examples/README.md are run, and print what the pages say they print.

With HEDDLE_APPROVE=1 in the environment the pages get what is printed now.
"""
import os
import re
import shlex
import subprocess
import unittest

from documents import Session, blocks, indented_commands, pages, with_outputs, without_fixed
from tool import HEDDLE, ROOT, ToolTest

APPROVE = "HEDDLE_APPROVE=1 python3 tests/e2e/docs_test.py approves a change on purpose"


def lasting(text):
    """What is printed, without what differs between machines: times."""
    return re.sub(r"in [0-9.]+ s\b", "in TIME", text)


class Documents(ToolTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        for name in ("examples", "tests", "tools", "bench"):
            (self.dir / name).symlink_to(ROOT / name)
        (self.dir / "heddle").symlink_to(HEDDLE)

    def run_session(self, command):
        words = shlex.split(command) + (["--", "-batch"] if "--gdb" in command else [])
        result = subprocess.run(words, cwd=self.dir, capture_output=True, text=True, timeout=60)
        self.assertIn(result.returncode, (0, 1, 3), command + result.stderr)
        return result.stdout

    def check_page(self, page):
        text, outputs = page.read_text(), []
        for block in blocks(text):
            if isinstance(block, Session):
                printed = self.run_session(block.command)
                if block.expected and os.environ.get("HEDDLE_APPROVE"):
                    outputs.append((block.span, printed + "\n" * block.expected.endswith("\n\n")))
                elif block.expected:
                    self.assertEqual(lasting(printed).strip("\n"), lasting(block.expected).strip("\n"),
                                     f"{page.name}: {block.command}\n{APPROVE}")
            elif block.name:
                self.write(block.name, block.text)
            else:
                self.assertTrue(any(block.text in without_fixed(e.read_text()) for e in (ROOT / "examples").rglob("*.cpp")),
                                f"{page.name}: a piece of source that is in no example\n{block.text}")
        if outputs:
            page.write_text(with_outputs(text, outputs))

    def test_options_exist(self):
        for page in pages(ROOT):
            for command in indented_commands(page.read_text()):
                program, *rest = command.split()
                if program == "heddle":
                    known = self.heddle(rest[0], "--help", code=0).stdout
                else:
                    known = (ROOT / program).read_text()
                for option in re.findall(r"(?<=[\s\[])--[a-z][\w-]*", re.sub(r" -- .*|  +.*|'.*'", "", command)):
                    self.assertIn(option, known, f"{page.name}: {command}")


def add_test(page):
    name = "test_" + re.sub(r"\W", "_", str(page.relative_to(ROOT)))
    setattr(Documents, name, lambda self: self.check_page(page))


for each in pages(ROOT):
    add_test(each)

if __name__ == "__main__":
    unittest.main()
