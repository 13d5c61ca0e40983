// One finding: what happened in words, the run at a glance, the steps, the source, the state. Keys step through it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { readFinding, type CheckData } from "../data";
import { Run } from "../run";
import { nextHit, Search } from "../search";
import type { Theme } from "../theme";
import { relation } from "./arrows";
import { Compare } from "./compare";
import { Graph } from "./graph";
import { readHash, stepHash } from "./hash";
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

type View = "steps" | "graph" | "compare";
const views: { view: View; name: string; title: string }[] = [
  { view: "steps", name: "Steps", title: "The run, step by step" },
  { view: "graph", name: "Graph", title: "What happens before what: steps that nothing orders stand side by side" },
  { view: "compare", name: "Compare", title: "Beside the nearest run that passes" },
];

export function Finding({ check, index, theme }: Props) {
  const run = useMemo(() => new Run(readFinding(index)), [index]);
  const search = useMemo(() => new Search(run, check), [run]);
  const linked = () => {
    const { finding, row } = readHash(location.hash);
    return finding === index && row >= 0 ? Math.min(row, run.failure) : run.keyStep;
  };
  const [step, setStep] = useState(linked);
  const [view, setView] = useState<View>("steps");
  const [thread, setThread] = useState(-1); // filters; -1 for all
  const [object, setObject] = useState(-1);
  const [zoom, setZoom] = useState(1);
  const [query, setQuery] = useState("");
  const [brief, setBrief] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => search.find(query), [search, query]);
  const hitSet = useMemo(() => new Set(hits), [hits]);
  const rows = useMemo(() => {
    const all = Array.from({ length: run.size }, (_, i) => i);
    const about = object >= 0 ? new Set(run.objects[object].rows) : null;
    return all.filter((row) => row === run.failure || ((!brief || run.matters(row)) && (thread < 0 || run.thread(row) === thread) && (!about || about.has(row))));
  }, [run, brief, thread, object]);
  const shown = useMemo(() => new Set(rows), [rows]);
  const foldable = useMemo(() => Array.from({ length: run.size }, (_, i) => i).some((row) => !run.matters(row)), [run]);
  useEffect(() => setStep(linked()), [run]);
  useEffect(() => history.replaceState(null, "", stepHash(index, step)), [index, step]);
  useEffect(() => {
    const listen = () => setStep(linked());
    addEventListener("hashchange", listen);
    return () => removeEventListener("hashchange", listen);
  }, [run]);

  // A step that is not shown: the nearest one shown in that direction.
  const go = (row: number, direction: 1 | -1 = 1) => {
    const bounded = Math.max(0, Math.min(run.failure, row));
    if (shown.has(bounded)) return setStep(bounded);
    const near = direction > 0 ? rows.find((r) => r > bounded) : rows.findLast((r) => r < bounded);
    setStep(near ?? rows[direction > 0 ? rows.length - 1 : 0]);
  };
  const zoomBy = (direction: 1 | -1) => setZoom((now) => Math.max(1, Math.min(now * (direction > 0 ? 2 : 0.5), Math.max(1, run.size / 8))));
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
    zoom: zoomBy,
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
        <div class="views" role="tablist" aria-label="View">
          {views.filter((v) => v.view !== "compare" || run.data.passing).map((v) => (
            <button role="tab" aria-selected={view === v.view} class={view === v.view ? "on" : ""} title={v.title} onClick={() => setView(v.view)}>{v.name}</button>
          ))}
        </div>
        <select aria-label="Thread" value={thread} onChange={(e) => setThread(Number(e.currentTarget.value))}>
          <option value={-1}>all threads</option>
          {run.lanes.map((lane, i) => <option value={i}>{lane.name}</option>)}
        </select>
        <select aria-label="Variable" value={object} onChange={(e) => setObject(Number(e.currentTarget.value))}>
          <option value={-1}>all variables</option>
          {run.objects.map((o, i) => o.rows.length > 0 && <option value={i}>{o.name}</option>)}
        </select>
        <div class="zoom" role="group" aria-label="Zoom">
          <button title="Zoom the timeline out (-)" disabled={zoom <= 1} onClick={() => zoomBy(-1)}>−</button>
          <button title="Zoom the timeline in (+)" onClick={() => zoomBy(1)}>+</button>
        </div>
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
      <Timeline run={run} step={step} hits={hits} zoom={zoom} theme={theme} onStep={setStep} onZoom={zoomBy} />
      <div class="panes">
        {view === "graph" && <Graph run={run} rows={rows} step={step} theme={theme} onStep={setStep} />}
        {view === "compare" && <Compare run={run} check={check} step={step} theme={theme} onStep={setStep} />}
        {view === "steps" && <Steps run={run} check={check} index={index} rows={rows} step={step} hits={hitSet} theme={theme} onStep={setStep} />}
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
