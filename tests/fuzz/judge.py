"""Runs one program under every engine and says where they differ. `dfs`, which runs every interleaving, is the truth.

What must agree: the verdict, the findings by kind and line, races by pair of lines, and why a check is inconclusive. On
programs without a bug `dpor` and `optimal` make the same number of runs. Every finding must fail again in a replay.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from grammar import SECTIONS, WEAK
from source import FLAGS, listing, render

ENGINES = {"dpor": [], "optimal": [], "icb": [], "mcr": [], "mcr-j2": ["-j2"]}
MOST = 20000  # executions of dfs; programs that need more are left out
PATIENCE = 10  # seconds, likewise


class Skipped(Exception):
    pass


def where(finding):
    line = finding["line"]
    if finding["kind"] == "race":
        return ("race", *sorted((line, finding["other_place"]["line"])))
    return (finding["kind"], line)


def reason_class(report):
    return re.sub(r"[\d']+", "", report["reason"].split(":")[0].split(" at ")[0])[:40] if report["verdict"] == "inconclusive" else ""


class Judge:
    def __init__(self, heddle, directory, engines=None, replay=True):
        self.heddle, self.dir, self.replay = str(heddle), pathlib.Path(directory), replay
        self.engines = engines or list(ENGINES)
        self.counts = {}

    def compile(self, programs):
        """The executable of a batch; None if one of the programs is refused by the compiler."""
        language = programs[0].language
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        source = folder / f"batch.{language}"
        source.write_text(render(programs)[0])
        compiler = pathlib.Path(self.heddle).parent / ("heddle-c++" if language == "cpp" else "heddle-cc")
        done = subprocess.run([compiler, *FLAGS[language], "-o", folder / "batch", source, "-lpthread", "-latomic"], capture_output=True, text=True)
        if done.returncode != 0:
            if len(programs) == 1:
                self.errors = done.stderr
            shutil.rmtree(folder)
            return None
        return folder / "batch"

    def check(self, executable, number, engine, options):
        work = tempfile.mkdtemp(dir=executable.parent)
        command = [self.heddle, "check", "--engine", engine.split("-")[0], *ENGINES.get(engine, []), "--keep-going", "--no-shorten",
                   "--quiet", "--json", "out.json", *options, str(executable), "--", str(number)]
        try:
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, errors="replace")
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{engine} hangs")
        try:
            report = json.loads(pathlib.Path(work, "out.json").read_text())
        except (OSError, ValueError):
            raise RuntimeError(f"{engine} has no answer: exit code {done.returncode}, {done.stdout[-200:]}{done.stderr[-300:]}")
        if "not ready to be checked" in report["reason"]:
            raise RuntimeError(f"{engine}: {report['reason']}")
        report["work"] = work
        return report

    def replays(self, report):
        for finding in report["findings"]:
            command = [self.heddle, "replay", finding["schedule_file"]]
            done = subprocess.run(command, cwd=report["work"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, errors="replace")
            if done.returncode != 1 or finding["kind"] not in done.stdout:
                last = (done.stdout.strip().splitlines() or ["no output"])[-1]
                yield f"{report['engine']}: replay of {where(finding)} ends with code {done.returncode}: {last[:150]}"

    def differences(self, program, executable, number):
        """What is wrong, as a list of sentences; raises Skipped if dfs cannot say."""
        options = list(program.options)
        text = listing(program)
        try:
            truth = self.check(executable, number, "dfs", [*options, "--max-executions", str(MOST), "--time-limit", f"{PATIENCE}s"])
        except RuntimeError as error:
            return [str(error)]
        if truth["executions"] >= MOST or truth["seconds"] >= PATIENCE:
            raise Skipped()
        found = {where(f) for f in truth["findings"]}
        wrong, reports = [], {"dfs": truth}
        for engine in self.engines:
            if engine == "optimal" and SECTIONS.search(text):
                continue
            try:
                report = reports[engine] = self.check(executable, number, engine, [*options, "--time-limit", "60s"])
            except RuntimeError as error:
                wrong.append(str(error))
                continue
            its = {where(f) for f in report["findings"]}
            missing, more = found - its, its - found
            if engine.startswith("mcr") and WEAK.search(text):
                missing = {f for f in missing if f[0] != "race"}
            if report["verdict"] != truth["verdict"] and (missing or more or not found):
                wrong.append(f"{engine}: {report['verdict']} ({report['reason']}), dfs: {truth['verdict']} ({truth['reason']})")
            if missing:
                wrong.append(f"{engine} misses {sorted(missing)}")
            if more:
                wrong.append(f"{engine} finds {sorted(more)}, dfs does not")
            if reason_class(report) != reason_class(truth) and report["verdict"] == truth["verdict"]:
                wrong.append(f"{engine}: inconclusive since {report['reason']}; dfs: {truth['reason']}")
        if truth["verdict"] == "verified" and {"dpor", "optimal"} <= reports.keys():
            if reports["dpor"]["executions"] != reports["optimal"]["executions"]:
                wrong.append(f"dpor makes {reports['dpor']['executions']} executions, optimal {reports['optimal']['executions']}")
        if "mcr" in reports and "dpor" in reports:
            self.counts["mcr more"] = self.counts.get("mcr more", 0) + (reports["mcr"]["executions"] > reports["dpor"]["executions"])
        self.counts[truth["verdict"]] = self.counts.get(truth["verdict"], 0) + 1
        for engine in ("dpor", "mcr"):
            if self.replay and engine in reports:
                wrong.extend(self.replays(reports[engine]))
        for report in reports.values():
            shutil.rmtree(report["work"], ignore_errors=True)
        return wrong
