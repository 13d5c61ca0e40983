// The source of the step beside it: the line of the step, and where every other thread stands at that moment.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { CheckData } from "../data";
import { highlight, type Token } from "../highlight";
import type { Run } from "../run";
import { threadAt } from "../state";
import { threadColour, type Theme } from "../theme";
import { baseName } from "./places";
import { VirtualList } from "./virtual";

export const lineHeight = 20;

const cache = new Map<string, Token[][]>();

export function tokens(text: string): Token[][] {
  let lines = cache.get(text);
  if (!lines) cache.set(text, (lines = highlight(text)));
  return lines;
}

interface Props {
  run: Run;
  check: CheckData;
  step: number;
  theme: Theme;
  onStep: (row: number) => void;
}

export function Source({ run, check, step, theme, onStep }: Props) {
  const [stepFile, stepLine, , stepFunction] = run.place(step);
  const [file, setFile] = useState(stepFile);
  useEffect(() => {
    if (stepFile >= 0) setFile(stepFile);
  }, [step, stepFile]);
  const used = useMemo(() => filesOf(run), [run]);
  const shown = file >= 0 ? file : (used[0] ?? -1);
  const source = check.files[shown];
  const here = shown === stepFile ? stepLine : 0;
  const standing = threadsByLine(run, step, shown);
  const byLine = useMemo(() => rowsByLine(run, shown), [run, shown]);

  return (
    <section class="source" aria-label="Source">
      <header class="tabs">
        {used.map((f) => (
          <button class={f === shown ? "on" : ""} title={check.files[f].path} onClick={() => setFile(f)}>{baseName(check.files[f].path)}</button>
        ))}
        <span class="function">{here > 0 && stepFunction ? `in ${stepFunction}` : ""}</span>
      </header>
      {source?.text == null ? (
        <p class="empty">{source ? `The text of ${source.path} is not part of this page.` : "This step has no known place in the source."}</p>
      ) : (
        <VirtualList
          class="code"
          label="Source text"
          centre
          count={tokens(source.text).length}
          height={lineHeight}
          current={here > 0 ? here - 1 : -1}
          row={(i) => {
            const line = i + 1;
            const rows = byLine.get(line);
            const threads = standing.get(line) ?? [];
            const colour = threadColour(run.thread(step), theme);
            return (
              <div key={line} class={`line${line === here ? " here" : ""}${rows ? " busy" : ""}`} data-line={line}
                style={line === here ? { "--thread": colour } : undefined}
                title={rows ? `${rows.length} step${rows.length > 1 ? "s" : ""} of this run here; click goes through them` : undefined}
                onClick={() => rows && onStep(rows.find((r) => r > step) ?? rows[0])}>
                <span class="line-number">{line}</span>
                <code>{tokens(source.text!)[i].map((t) => (t.kind ? <span class={`t-${t.kind}`}>{t.text}</span> : t.text))}</code>
                <span class="standing">
                  {threads.slice(0, 6).map((t) => <b style={{ background: threadColour(t, theme) }}>{run.lanes[t].name}</b>)}
                  {threads.length > 6 && <b class="more">+{threads.length - 6}</b>}
                </span>
              </div>
            );
          }}
        />
      )}
    </section>
  );
}

// Files of this run, most steps first.
function filesOf(run: Run): number[] {
  const counts = new Map<number, number>();
  for (let i = 0; i < run.size; ++i) {
    const [file] = run.place(i);
    if (file >= 0) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([file]) => file);
}

function rowsByLine(run: Run, file: number): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (let i = 0; i < run.size; ++i) {
    const [f, line] = run.place(i);
    if (f !== file) continue;
    const rows = lines.get(line);
    if (rows) rows.push(i);
    else lines.set(line, [i]);
  }
  return lines;
}

// Threads alive after `step`, by the line of their last step.
function threadsByLine(run: Run, step: number, file: number): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  run.lanes.forEach((_, thread) => {
    const at = threadAt(run, thread, step);
    if (at.phase !== "running" || at.row < 0) return;
    const [f, line] = run.place(at.row);
    if (f === file && line > 0) lines.set(line, [...(lines.get(line) ?? []), thread]);
  });
  return lines;
}
