"""Checks one program twice, compiled with the judgements of the pass and without, and says where the answers differ.

What must agree: the verdict, the findings by kind and line, races by pair of lines, and why a check is inconclusive. Without its
judgements the pass knows no loop that repeats itself, so a loop that waits is stopped after a few rounds and the check is
inconclusive. Then each of its findings must still be found with them. Programs all of whose loops end are never stopped.
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from judge import Skipped, findings, reason_class
from pass_source import STANDARD, listing, render

MOST = 1000  # executions; programs that need more are left out
PATIENCE = 3  # seconds, likewise
STEPS = 3000  # the longest run
STOPPED = ("was stopped after", "step limit")


class PassJudge:
    def __init__(self, heddle, directory, judging=None):
        """`judging`: another installation, whose pass compiles what is judged; mutants are."""
        self.heddle, self.dir = pathlib.Path(heddle), pathlib.Path(directory)
        self.judging = pathlib.Path(judging or heddle)
        self.counts, self.errors = {}, ""

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def compile(self, programs, level):
        """The executables with and without judgements; None if the compiler refuses one of the programs."""
        language = programs[0].language
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        source = folder / f"batch.{language}"
        source.write_text(render(programs))
        name = "heddle-c++" if language == "cpp" else "heddle-cc"
        jobs = []
        for heddle, mode in ((self.judging, "on"), (self.heddle, "off")):
            command = [heddle.parent / name, STANDARD[language], level, "-g", "-w", "-Wno-c++11-narrowing", "-o", folder / mode, source, "-latomic"]
            jobs.append(subprocess.Popen(command, env={**os.environ, "HEDDLE_JUDGEMENTS": mode}, stderr=subprocess.PIPE, text=True, errors="replace"))
        errors = [job.communicate()[1] for job in jobs]
        if any(job.returncode != 0 for job in jobs):
            self.errors = "".join(errors)[:2000]
            shutil.rmtree(folder)
            return None
        return folder

    def check(self, folder, mode, number, options):
        command = [self.heddle, "check", "--engine", "dpor", "--keep-going", "--no-shorten", "--quiet", "--json", f"{mode}.json", "--output-dir", "found",
                   "--max-executions", str(MOST), "--max-steps", str(STEPS), "--time-limit", f"{PATIENCE}s", "--config", "none", *options, str(folder / mode), "--", str(number)]
        with tempfile.TemporaryDirectory(dir=folder) as work:
            os.mkdir(os.path.join(work, "found"))
            try:
                done = subprocess.run(command, cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, errors="replace")
            except subprocess.TimeoutExpired:
                raise RuntimeError(f"judgements {mode}: hangs")
            try:
                return json.loads(pathlib.Path(work, f"{mode}.json").read_text())
            except (OSError, ValueError):
                raise RuntimeError(f"judgements {mode}: no answer, exit code {done.returncode}: {done.stdout[-200:]}{done.stderr[-300:]}")

    def differences(self, program, folder, number):
        """What is wrong, as a list of sentences; raises Skipped if nobody can say."""
        try:
            reports = {mode: self.check(folder, mode, number, program.options) for mode in ("on", "off")}
        except RuntimeError as error:
            return [str(error)]
        on, off = reports["on"], reports["off"]
        for mode, report in reports.items():
            if report["executions"] >= MOST or report["seconds"] >= PATIENCE:
                self.count(f"too long with judgements {mode}")
                raise Skipped()
        self.count(on["verdict"])
        found_on, found_off = findings(on), findings(off)
        said = off["reason"] + "".join(off.get("notes", []))
        stopped = "endless" in listing(program) and any(text in said for text in STOPPED)
        self.count("a loop stopped" if stopped else "definite")
        wrong = []
        if missing := found_off - found_on:
            wrong.append(f"only found without judgements: {sorted(missing)}")
        if (more := found_on - found_off) and not stopped:
            wrong.append(f"only found with judgements: {sorted(more)}")
        if not stopped and on["verdict"] != off["verdict"]:
            wrong.append(f"{on['verdict']} ({on['reason']}), without judgements {off['verdict']} ({off['reason']})")
        if not stopped and on["verdict"] == off["verdict"] and reason_class(on) != reason_class(off):
            wrong.append(f"inconclusive since {on['reason']}; without judgements since {off['reason']}")
        return wrong
