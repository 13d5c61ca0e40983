// The check as a whole: verdict, what was checked and how, how the search went, what was executed, what was not
// controlled. The only page of a program without findings.
import { useState } from "preact/hooks";
import type { CheckData } from "../data";
import { Chart } from "./chart";
import { baseName } from "./places";
import { lineHeight, tokens } from "./source";
import { VirtualList } from "./virtual";

const number = (n: number) => n.toLocaleString("en");

export function Summary({ check, onOpen }: { check: CheckData; onOpen: (finding: number) => void }) {
  return (
    <main class="summary">
      <section class={`verdict ${check.verdict}`}>
        <h1>{check.verdict === "bug" ? `${check.findings.length} ${check.findings.length === 1 ? "bug" : "bugs"}` : check.verdict}</h1>
        <p>{sentence(check)}</p>
      </section>
      <div class="cards">
        {[
          ["executions", number(check.executions), "complete runs, those that failed included"],
          ["blocked", number(check.blocked), "runs given up half-way"],
          ["events", number(check.events), "scheduled events in all runs"],
          ["discovery", number(check.discovery), "runs made before all shared memory was known"],
          ["time", `${check.seconds.toFixed(check.seconds < 10 ? 2 : 1)} s`, "wall clock"],
          ["rate", check.seconds > 0 ? `${number(Math.round(check.executions / check.seconds))}/s` : "–", "executions a second"],
        ].map(([name, value, meaning]) => (
          <div class="card" title={meaning}><b>{value}</b><span>{name}</span></div>
        ))}
      </div>
      {check.findings.length > 0 && (
        <section class="panel found">
          <h2>Findings</h2>
          {check.findings.map((f, i) => (
            <button onClick={() => onOpen(i)}>
              <span class="badge bad">{f.kind}</span>
              <span class="message">{f.message}</span>
              <small>{f.place[0] >= 0 ? `${check.files[f.place[0]].path}:${f.place[1]}` : ""} · {f.thread} · {number(f.steps)} steps</small>
            </button>
          ))}
        </section>
      )}
      <div class="two">
        <section class="panel">
          <h2>What was checked</h2>
          <dl>
            {check.settings.map(([name, value]) => <><dt>{name}</dt><dd>{value}</dd></>)}
            <dt>engine</dt><dd>{check.engine}{check.complete ? ", ran to its end" : ", stopped early"}</dd>
            <dt>memory model</dt><dd>{check.memory_model === "sc" ? "sequential consistency" : check.memory_model}</dd>
            <dt>heddle</dt><dd>{check.heddle}</dd>
          </dl>
        </section>
        <section class="panel">
          <h2>How the search went</h2>
          <Chart check={check} />
        </section>
      </div>
      <section class="panel">
        <h2>What was not controlled</h2>
        <ul>
          {check.reason && <li class="warn">{check.reason}</li>}
          {check.notes.map((note) => <li>{note}</li>)}
          {!check.reason && check.notes.length === 0 && <li>Nothing was met that Heddle cannot control.</li>}
          {check.libraries.length > 0 && <li>Not instrumented, so their own accesses to memory are not seen: {check.libraries.map(baseName).join(", ")}</li>}
        </ul>
      </section>
      <Coverage check={check} />
    </main>
  );
}

function sentence(check: CheckData): string {
  if (check.verdict === "verified") return `Every schedule that can make a difference was covered by ${number(check.executions)} executions, and none failed.`;
  if (check.verdict === "inconclusive") return `No bug in ${number(check.executions)} executions, but ${check.reason}.`;
  return `After ${number(check.executions)} executions. Each was run again in a process of its own before it was reported.`;
}

// Lines with events that other threads could notice.
function Coverage({ check }: { check: CheckData }) {
  const covered = check.files.map((_, i) => i).filter((i) => check.files[i].covered.length > 0);
  const [file, setFile] = useState(covered[0] ?? -1);
  const shown = check.files[file];
  if (!shown) return null;
  const times = new Map(shown.covered.map(([line, times]) => [line, times]));
  const histories = new Map(shown.covered.map(([line, , histories]) => [line, histories]));
  const most = Math.max(...histories.values());
  const lines = shown.text === null ? [] : tokens(shown.text);
  return (
    <section class="panel coverage">
      <h2>Lines that were executed <small>with events that other threads could notice</small></h2>
      <p class="hint">
        On the left of each line: with how many local histories threads came there{check.more_histories ? " (at least)" : ""}, and how often in all runs. A local
        history is what a thread had done and seen by then; one history means that no other thread ever made a difference to it.
      </p>
      <header class="tabs">
        {covered.map((f) => (
          <button class={f === file ? "on" : ""} title={check.files[f].path} onClick={() => setFile(f)}>
            {baseName(check.files[f].path)} <small>{check.files[f].covered.length}</small>
          </button>
        ))}
      </header>
      <VirtualList class="code" label="Coverage" count={lines.length} height={lineHeight} current={-1}
        row={(i) => {
          const n = histories.get(i + 1) ?? 0;
          return (
            <div key={i} class={`line${n ? " covered" : ""}`} data-line={i + 1} style={n ? { "--heat": String(Math.log1p(n) / Math.log1p(most)) } : undefined}>
              <span class="histories" title="local histories">{n ? number(n) : ""}</span>
              <span class="times" title="events in all runs">{n ? number(times.get(i + 1)!) : ""}</span>
              <span class="line-number">{i + 1}</span>
              <code>{lines[i].map((t) => (t.kind ? <span class={`t-${t.kind}`}>{t.text}</span> : t.text))}</code>
            </div>
          );
        }} />
    </section>
  );
}
