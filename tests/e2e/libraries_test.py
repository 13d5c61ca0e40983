"""The table in docs/libraries.md holds for the libraries that are installed here."""
import subprocess
import unittest

from tool import HEDDLE, ROOT


class Libraries(unittest.TestCase):
    def test_the_table_is_true(self):
        result = subprocess.run([ROOT / "tools" / "libraries", "--check", "--heddle", HEDDLE], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"^[1-9]\d* rows", "nothing was compared")


if __name__ == "__main__":
    unittest.main()
