"""The engines agree on a few random programs; tools/fuzz --minutes N looks at more."""
import subprocess
import sys
import tempfile
import unittest

from tool import HEDDLE, ROOT

sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
from grammar import generate  # noqa: E402
from judge import Judge  # noqa: E402
from shrink import shrink  # noqa: E402


class FuzzTest(unittest.TestCase):
    def fuzz(self, *args):
        return subprocess.run([sys.executable, str(ROOT / "tools" / "fuzz"), "--heddle", str(HEDDLE), *args], capture_output=True, text=True)

    def test_engines_agree(self):
        for language, programs in (("c", 36), ("cpp", 12)):
            done = self.fuzz("--seed", "1", "--programs", str(programs), "--language", language)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            judged = int(done.stdout.splitlines()[-1].split()[0])
            self.assertGreater(judged, programs // 2, done.stdout)

    def test_a_difference_is_noticed(self):
        """An engine that stops early misses what the others find."""
        class Lazy(Judge):
            def check(self, executable, number, engine, options):
                lazy = ["--max-executions", "1"] if engine == "dpor" else []
                return super().check(executable, number, engine, [*options, *lazy])


        with tempfile.TemporaryDirectory() as directory:
            judge = Lazy(HEDDLE, directory, ["dpor"], replay=False)
            program = generate(1, "c")
            program.threads = [["x0++;", "see(x0);"], ["x0++;", "see(x0);", "assert(r != 1);"]]
            program.kid, program.main, program.after, program.options = [], [], [], ()
            executable = judge.compile([program])
            self.assertTrue(any("dpor misses" in s for s in judge.differences(program, executable, 0)))

    def test_shrinking(self):
        program = generate(3, "c")
        program.threads = [["a0 = 1;", ["if (a0 == 1) {", ["x0 = 1;", "x1 = 2;"], "}"]], ["see(x0);"]]
        small = shrink(program, lambda p: "x1 = 2;" in str(p.threads))
        self.assertEqual(small.threads, [["x1 = 2;"]])


if __name__ == "__main__":
    unittest.main()
