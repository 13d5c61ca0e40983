"""heddle check --report, as far as no browser is needed; tests/page opens the page."""
import json
import re
import unittest

from tool import RACE, RACE_LINE, SAFE, ToolTest


def data(page, element):
    found = re.search(r'<script type="application/json" id="%s">(.*?)</script>' % element, page, re.S)
    return json.loads(found.group(1)) if found else None


class ReportTest(ToolTest):
    def page(self, directory="page"):
        return (self.dir / directory / "index.html").read_text()

    def test_finding(self):
        self.write("race.c", RACE)
        self.heddle("check", "--race=ignore", "race.c", "--report", "some/where", code=1)
        page = self.page("some/where")
        check, finding = data(page, "check"), data(page, "finding-0")
        self.assertEqual(check["verdict"], "bug")
        self.assertEqual(check["files"][0]["text"], RACE)
        place = finding["places"][finding["place"]]
        self.assertEqual(place[1], RACE_LINE)
        rows = finding["rows"]
        self.assertEqual({len(column) for column in rows.values()}, {check["findings"][0]["steps"]})
        words = [finding["strings"][i] for i in rows["what"]]
        self.assertEqual(sum("write balance = 10" in w for w in words), 2)
        for row, seen in enumerate(rows["sees"]):
            self.assertLess(seen, row)

    def test_replay(self):
        self.write("race.c", RACE)
        self.heddle("check", "race.c", code=1)
        self.heddle("replay", "race.assertion.1.heddle", "--report", "page", code=1)
        self.assertEqual(data(self.page(), "finding-0")["kind"], "assertion")

    def test_coverage_is_the_same_with_every_executor_and_several_workers(self):
        self.write("safe.c", SAFE)
        lines = []
        for more in ([], ["--executor", "remote"], ["-j2"]):
            self.heddle("check", "safe.c", "--engine", "dfs", "--report", "page", *more, code=0)
            check = data(self.page(), "check")
            covered = {line: times for line, times, histories in check["files"][0]["covered"]}
            update, read = 6, 13  # lines of the increments and of the assertion
            self.assertGreaterEqual(covered[update], 9 * check["executions"])
            self.assertGreaterEqual(covered[read], check["executions"])
            lines.append(sorted(covered))
        self.assertEqual(lines[0], lines[1])
        self.assertEqual(lines[0], lines[2])

    def test_a_directory_that_cannot_be_written(self):
        self.write("safe.c", SAFE)
        self.write("file", "")
        said = self.heddle("check", "safe.c", "--report", "file/page", code=2)
        self.assertIn("cannot write file/page/index.html", said.stderr)
        self.assertIn("--report", said.stderr)


if __name__ == "__main__":
    unittest.main()
