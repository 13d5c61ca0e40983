"""The pass says the same with and without its judgements; tools/fuzz-pass --minutes N looks at more programs."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tool import HEDDLE, ROOT

sys.path.insert(0, str(ROOT / "tests" / "fuzz"))
from pass_grammar import generate  # noqa: E402
from pass_judge import PassJudge  # noqa: E402


class FuzzPassTest(unittest.TestCase):
    def test_modes_agree(self):
        for language, level, programs in (("c", "-O0", 40), ("c", "-O1", 40), ("c", "-O3", 40), ("cpp", "-O2", 12)):
            done = subprocess.run([sys.executable, str(ROOT / "tools" / "fuzz-pass"), "--heddle", str(HEDDLE), "--seed", "0", "--programs", str(programs),
                                   "--language", language, f"--level={level}"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            judged = int(done.stdout.splitlines()[-1].split()[0])
            self.assertGreater(judged, programs // 2, done.stdout)

    def test_a_difference_is_noticed(self):
        """A function that is left alone only where the pass judges."""
        class Careless(PassJudge):
            def check(self, folder, mode, *rest):
                if mode == "on":
                    (folder / "bare").rename(folder / "on")
                return super().check(folder, mode, *rest)

        with tempfile.TemporaryDirectory() as directory:
            judge = Careless(HEDDLE, directory)
            program = generate(1, "c")
            program.functions, program.main, program.after, program.options = [], [], [], ()
            program.threads = [["x0 = 1;", "x0 = 2;"], ["see(x0);", "assert(r != 1);"]]
            folder = judge.compile([program], "-O1")
            bare = pathlib.Path(directory, "list.txt")
            bare.write_text("fun:thr0_0\n")
            subprocess.run([str(HEDDLE.parent / "heddle-cc"), "-O1", "-w", "-std=gnu2x", "-o", folder / "bare", folder / "batch.c"],
                           check=True, env={**os.environ, "HEDDLE_IGNORE": str(bare)})
            self.assertTrue(any("only found without judgements" in s for s in judge.differences(program, folder, 0)))


if __name__ == "__main__":
    unittest.main()
