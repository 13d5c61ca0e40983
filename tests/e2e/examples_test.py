"""The examples fail as their comments say, and with -DFIXED they are verified."""
import unittest

from tool import ROOT, ToolTest

BUGS = {"aba_stack.cpp": {"assertion"}, "bounded_queue.cpp": {"assertion"}, "broken_peterson.cpp": {"assertion"},
        "dining_philosophers.cpp": {"deadlock"}, "double_checked_locking.cpp": {"assertion"},
        "iterator_invalidation.cpp": {"use-after-free", "out-of-bounds"}, "late_reader.cpp": {"use-after-free"},
        "lost_update.cpp": {"assertion"}, "lost_wakeup.cpp": {"deadlock"}, "pool_shutdown.cpp": {"assertion"},
        "two_locks.c": {"deadlock"}, "unsafe_publication.cpp": {"assertion"}}
SAFE = {"safe_counter.cpp"}


class Examples(ToolTest):
    def test_all_are_known(self):
        files = {p.name for p in (ROOT / "examples").iterdir() if p.suffix in (".c", ".cpp")}
        self.assertEqual(files, set(BUGS) | SAFE, "say in this test what a new example shows")

    def test_bugs_are_found(self):
        for name, kinds in BUGS.items():
            with self.subTest(name):
                found = self.check_json(ROOT / "examples" / name, code=1)["findings"]
                self.assertTrue(kinds & {f["kind"] for f in found}, found)

    def test_reports_say_where_to_look(self):
        """Read cold: the two lines are named, and memory has names that do not depend on where it happens to be."""
        for name in BUGS:
            with self.subTest(name):
                found = self.check_json(ROOT / "examples" / name, code=1)["findings"]
                for finding in found:
                    words = finding.get("unordered") or finding["decisive"]
                    self.assertRegex(words["words"], r"line \d+ .* line \d+")
                    for row in finding["trace"]:
                        self.assertNotRegex(row["what"], "0x|memory#")

    def test_cures_are_verified(self):
        cured = {name for name in BUGS if "FIXED" in (ROOT / "examples" / name).read_text()}
        self.assertEqual(set(BUGS) - cured, {"late_reader.cpp", "two_locks.c"})
        for name in sorted(cured | SAFE):
            with self.subTest(name):
                self.assertEqual(self.check_json("-DFIXED", ROOT / "examples" / name, code=0)["verdict"], "verified")


if __name__ == "__main__":
    unittest.main()
