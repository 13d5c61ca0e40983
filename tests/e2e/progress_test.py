"""The progress line, on a terminal and elsewhere."""
import os
import pty
import re
import struct
import subprocess
import termios
import unittest
import fcntl

from tool import HEDDLE, HUGE, ToolTest

# More than one update of one variable, so that no engine is done with it in a moment.
BUSY = HUGE.replace("n++", "if (n++ == 99) n = 0")
WORDS = {"mcr": r"mcr \d+ histories, \d+ states", "dpor": r"dpor depth \d+", "optimal": r"optimal depth \d+", "dfs": r"dfs depth \d+",
         "icb": r"icb bound \d+", "icb+dpor": r"icb\+dpor bound \d+", "pct": r"pct a bug of depth 3", "random": r"random"}


class Progress(ToolTest):
    def on_terminal(self, *command, columns=160):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = subprocess.Popen(command, cwd=self.dir, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # nobody writes any more
                break
            if not piece:
                break
            text += piece
        os.close(ours)
        process.wait()
        return text.decode(errors="replace")

    def test_every_engine_on_a_terminal(self):
        self.write("busy.c", BUSY)
        for engine, words in WORDS.items():
            with self.subTest(engine):
                asks = ["--asks", "values"] if engine == "mcr" else []  # else it is done with it in a moment
                text = self.on_terminal(HEDDLE, "check", "--engine", engine, *asks, "--race=ignore", "--time-limit", "3s", "busy.c")
                lines = re.findall(r"\r\x1b\[K(heddle: \d+ s, [^\r\n]+)", text)
                self.assertTrue(lines, text)
                if "time limit" in text:  # else it was done before there was much to say
                    self.assertGreater(len(lines), 3)
                for line in lines:
                    self.assertLess(len(line), 160)
                    self.assertRegex(line, r"^heddle: \d+ s, [\d,]+ executions, [\d,]+/s, \d+ MB, (\d+% of about .*, )?" + words)
                # The line goes away before the verdict is printed.
                self.assertRegex(text, r"\r\x1b\[K[^\r]*heddle: (inconclusive|verified)")

    def test_narrow_terminal(self):
        self.write("busy.c", BUSY)
        text = self.on_terminal(HEDDLE, "check", "--engine", "pct", "--time-limit", "2s", "busy.c", columns=60)
        lines = re.findall(r"\r\x1b\[K(heddle: \d+ s[^\r\n]+)", text)
        self.assertTrue(lines, text)
        for line in lines:
            self.assertLess(len(line), 60)

    def test_what_samples_are_worth(self):
        self.write("busy.c", BUSY)
        result = self.heddle("check", "--quiet", "--engine", "pct", "--time-limit", "1s", "busy.c", code=3)
        self.assertRegex(result.stdout, r"time limit was reached; a bug of depth 3 would be found with probability >= \d[-\d.e]*")

    def test_plain_lines_elsewhere(self):
        self.write("busy.c", BUSY)
        result = self.heddle("check", "--engine", "dpor", "--time-limit", "7s", "busy.c", code=3)
        told = [l for l in (result.stdout + result.stderr).splitlines() if re.match(r"heddle: \d+ s, [\d,]+ executions", l)]
        self.assertEqual(len(told), 1, result.stdout + result.stderr)
        self.assertNotIn("\x1b", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
