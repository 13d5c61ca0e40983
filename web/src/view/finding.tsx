// One finding: what happened in words, the run at a glance, the steps, the source, the state. Keys step through it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { readFinding, type CheckData } from "../data";
import { Run } from "../run";
import { nextHit, Search } from "../search";
import type { Theme } from "../theme";
import { relation } from "./arrows";
import { useKeys } from "./keys";
import { Source } from "./source";
import { Steps } from "./steps";
import { Timeline } from "./timeline";
import { Threads, Values } from "./values";
import { Why } from "./why";

interface Props {
  check: CheckData;
  index: number;
  theme: Theme;
}

export function Finding({ check, index, theme }: Props) {
  const run = useMemo(() => new Run(readFinding(index)), [index]);
  const search = useMemo(() => new Search(run, check), [run]);
  const [step, setStep] = useState(run.keyStep);
  const [query, setQuery] = useState("");
  const [brief, setBrief] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => search.find(query), [search, query]);
  const hitSet = useMemo(() => new Set(hits), [hits]);
  const rows = useMemo(() => {
    const all = Array.from({ length: run.size }, (_, i) => i);
    return brief ? all.filter((row) => run.matters(row)) : all;
  }, [run, brief]);
  const foldable = useMemo(() => rows.some((row) => !run.matters(row)), [run]);
  useEffect(() => setStep(run.keyStep), [run]);

  // A step that is not shown: the nearest one shown in that direction.
  const go = (row: number, direction: 1 | -1 = 1) => {
    const bounded = Math.max(0, Math.min(run.failure, row));
    if (!brief || run.matters(bounded)) return setStep(bounded);
    const near = direction > 0 ? rows.find((r) => r > bounded) : rows.findLast((r) => r < bounded);
    setStep(near ?? rows[direction > 0 ? rows.length - 1 : 0]);
  };
  const hit = (direction: 1 | -1) => setStep(nextHit(hits, step, direction));

  useKeys({
    forward: (n) => go(step + n, 1),
    back: (n) => go(step - n, -1),
    first: () => go(0, 1),
    last: () => go(run.failure, -1),
    switch: (d) => setStep(nextHit(run.switches, step, d)),
    same: (d) => setStep(nextHit(run.lanes[run.thread(step)].rows, step, d)),
    object: (d) => run.object(step) >= 0 && setStep(nextHit(run.objects[run.object(step)].rows, step, d)),
    decisive: () => setStep(run.keyStep),
    failure: () => setStep(run.failure),
    search: () => box.current?.select(),
    hit,
  });

  return (
    <main class="finding">
      <Why run={run} check={check} step={step} onStep={setStep} />
      <div class="bar">
        <div class="stepper" role="group" aria-label="Step">
          <button onClick={() => go(0)} title="First step (Home)">«</button>
          <button onClick={() => go(step - 1, -1)} title="One step back (↑ or k)">‹</button>
          <output>{step === run.failure ? "failure" : (step + 1).toLocaleString("en")} <small>of {run.failure.toLocaleString("en")}</small></output>
          <button onClick={() => go(step + 1, 1)} title="One step forward (↓ or j)">›</button>
          <button onClick={() => go(run.failure)} title="The failure (End)">»</button>
        </div>
        <span class="relation">{relation(run, step)}</span>
        {foldable && (
          <label class="brief" title="Leave out steps that no other thread's steps depend on">
            <input type="checkbox" checked={brief} onChange={(e) => setBrief(e.currentTarget.checked)} /> only what matters
          </label>
        )}
        <div class="search" role="search">
          <input ref={box} type="search" placeholder="Search steps   /" aria-label="Search steps" value={query}
            onInput={(e) => setQuery(e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key === "Enter") hit(e.shiftKey ? -1 : 1);
              if (e.key === "Escape") e.currentTarget.blur();
              if (e.key === "Enter" || e.key === "Escape") e.preventDefault();
            }} />
          <span class="hits">{query && (hits.length ? `${hits.indexOf(step) + 1 || "–"} / ${hits.length}` : "none")}</span>
        </div>
      </div>
      <Timeline run={run} step={step} hits={hits} theme={theme} onStep={setStep} />
      <div class="panes">
        <Steps run={run} check={check} rows={rows} step={step} hits={hitSet} theme={theme} onStep={setStep} />
        <div class="beside">
          <Source run={run} check={check} step={step} theme={theme} onStep={setStep} />
          <div class="after">
            <Values run={run} check={check} step={step} theme={theme} onStep={setStep} />
            <Threads run={run} check={check} step={step} theme={theme} onStep={setStep} />
          </div>
        </div>
      </div>
    </main>
  );
}
