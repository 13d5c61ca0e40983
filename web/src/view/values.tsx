// What is true after the step: shared variables and locks on one side, threads on the other.
import { useEffect, useRef } from "preact/hooks";
import type { CheckData } from "../data";
import type { Run } from "../run";
import { holdersAt, threadAt, valuesAt } from "../state";
import { threadColour, type Theme } from "../theme";
import { baseName, isSystemFile } from "./places";
import { showWithin } from "./scroll";

interface Props {
  run: Run;
  check: CheckData;
  step: number;
  theme: Theme;
  onStep: (row: number) => void;
}

export function Values({ run, step, theme, onStep }: Props) {
  const values = valuesAt(run, step);
  const box = useInSight(".touched", step);
  return (
    <section class="values" ref={box} aria-label="Shared variables">
      <h2>Shared variables <small>{step === run.failure ? "as the run ended" : `after step ${(step + 1).toLocaleString("en")}`}</small></h2>
      {values.length === 0 && <p class="empty">Nothing shared was touched yet.</p>}
      <table>
        {values.map((v) => (
          <tr key={v.object} class={`${v.changed ? "changed" : ""}${v.touched ? " touched" : ""}`} data-name={v.name} onClick={() => onStep(v.row)}
            title={`Last told by ${run.lanes[v.thread].name} in step ${v.row + 1}; click goes there`}>
            <td class="name">{v.lock && <Padlock closed={v.text !== ""} />}{v.name}</td>
            <td class="value">{v.lock ? (v.text ? `held by ${v.text}` : "free") : v.text || "–"}</td>
            <td class="by" style={{ color: threadColour(v.thread, theme) }}>{run.lanes[v.thread].name}</td>
          </tr>
        ))}
      </table>
    </section>
  );
}

function Padlock({ closed }: { closed: boolean }) {
  return (
    <svg class={`padlock${closed ? " closed" : ""}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={closed ? "M5 7V5a3 3 0 0 1 6 0v2" : "M5 7V4a3 3 0 0 1 5.8-1"} />
      <rect x="3" y="7" width="10" height="7" rx="1.5" />
    </svg>
  );
}

// Scrolls a panel so that what the step is about is seen.
function useInSight(selector: string, step: number) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => showWithin(box.current, selector), [step]);
  return box;
}

export function Threads({ run, check, step, theme, onStep }: Props) {
  const last = step === run.failure;
  const box = useInSight(".runs", step);
  const locks = run.objects.flatMap((o, i) => (o.lock ? [i] : []));
  const held = new Map<number, string[]>();
  for (const lock of locks.slice(0, 200))
    for (const t of holdersAt(run, lock, step)) held.set(t, [...(held.get(t) ?? []), run.objects[lock].name]);
  return (
    <section class="threads" ref={box} aria-label="Threads">
      <h2>Threads</h2>
      <ul>
        {run.lanes.map((lane, i) => {
          const at = threadAt(run, i, step);
          const end = run.data.threads[i];
          const [file, line] = at.row >= 0 ? run.place(at.row) : [-1, 0];
          const stack = last ? run.data.stacks.find((s) => s.thread === lane.name) : undefined;
          const frames = stack?.frames.filter((frame) => !isSystemFile(check.files[run.placeAt(frame)[0]]?.path ?? "")) ?? [];
          return (
            <li key={i} class={`${at.phase}${i === run.thread(step) ? " runs" : ""}`} onClick={() => at.row >= 0 && onStep(at.row)}>
              <b style={{ color: threadColour(i, theme) }}>{lane.name}</b>
              <span class="phase">
                {at.phase === "unborn" ? "not created yet" : at.phase === "ended" ? "ended" : line ? `${baseName(check.files[file]?.path ?? "")}:${line}` : "created"}
              </span>
              {(held.get(i) ?? []).map((name) => <span class="chip held">holds {name}</span>)}
              {last && end.done && end.left_by && <span class="chip waits">ended after {end.left_by}</span>}
              {last && end.waits_for && <span class="chip waits">waits for {end.waits_for}</span>}
              {frames.length > 0 && (
                <ol>
                  {frames.map((frame) => {
                    const [f, l, , function_] = run.placeAt(frame);
                    return <li><code>{function_ || "?"}</code> {l > 0 && <small>{baseName(check.files[f]?.path ?? "")}:{l}</small>}</li>;
                  })}
                </ol>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
