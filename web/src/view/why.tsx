// The finding in a few lines: what failed, where, which order decided it, and the command that shows it again.
import { useState } from "preact/hooks";
import type { CheckData } from "../data";
import type { Run } from "../run";

interface Props {
  run: Run;
  check: CheckData;
  step: number;
  onStep: (row: number) => void;
}

export function Why({ run, check, step, onStep }: Props) {
  const { data } = run;
  const [file, line, , function_] = run.placeAt(data.place);
  const where = line ? `${check.files[file]?.path ?? "?"}:${line}` : "";
  const decisive = data.decisive;
  const preemptions = data.rows.flags.filter((f) => f & 4).length;
  return (
    <section class="why">
      <h1>
        <span class="badge bad" title={data.meaning}>{data.kind}</span>
        <span class="message">{data.message}</span>
      </h1>
      <p>
        in thread <b>{run.lanes[data.thread]?.name}</b>
        {where && <> at <button class="link" onClick={() => onStep(run.failure)}>{where}</button></>}
        {function_ && <> in <code>{function_}</code></>}
        <span class="facts">
          found in run {data.execution.toLocaleString("en")} · {count(run.failure, "step")} · {count(run.switches.length, "switch", "switches")}, {preemptions} not forced
          {data.fewest_switches ? " · no failing run needs fewer" : data.shortened ? " · shortened" : ""}
        </span>
      </p>
      {data.always && <p class="decides">The program fails under every schedule.</p>}
      {decisive && (
        <p class="decides">
          <span class="diamond">◆</span>
          <button class={`link${step === decisive.row ? " on" : ""}`} onClick={() => onStep(decisive.row)}>Step {decisive.row + 1} {decisive.proven ? "decides" : "probably decides"}</button>
          {decisive.words && `: ${decisive.words}`}
          {" "}<small>{decisive.proven ? "From here on every schedule fails." : "From here on every schedule that was tried fails."}</small>
        </p>
      )}
      {data.unordered?.words && (
        <p class="decides">
          <span class="diamond">◆</span>
          Nothing orders <Steplink row={data.unordered.first} step={step} onStep={onStep} /> and <Steplink row={data.unordered.second} step={step} onStep={onStep} />
          : {data.unordered.words}
          {data.unordered.why && <><br /><small>Why: {data.unordered.why}.</small></>}
        </p>
      )}
      {data.replay && <Replay command={data.replay} />}
    </section>
  );
}

function Steplink({ row, step, onStep }: { row: number; step: number; onStep: (row: number) => void }) {
  return row < 0 ? <>a step</> : <button class={`link${step === row ? " on" : ""}`} onClick={() => onStep(row)}>step {row + 1}</button>;
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

function Replay({ command }: { command: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setCopied(true);
      setTimeout(() => setCopied(false), 1200);
    } catch {
      // No clipboard for a page opened from a file in this browser; the text can still be selected.
    }
  };
  return (
    <p class="replay">
      <code>{command}</code>
      <button onClick={copy}>{copied ? "copied" : "copy"}</button>
    </p>
  );
}
