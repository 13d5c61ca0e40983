// The list of steps: a lane per thread, a dot per step, the path of execution woven through the lanes, and arrows from
// what a step saw to the step.
import { useMemo, useRef, useState } from "preact/hooks";
import { Flag, type CheckData } from "../data";
import { lineText } from "../lines";
import type { Run } from "../run";
import { threadColour, type Theme } from "../theme";
import { Arrows } from "./arrows";
import { dotX, layLanes, wordsBox, type Lanes } from "./lanes";
import { stepHash } from "./hash";
import { baseName } from "./places";
import { useWidth, VirtualList } from "./virtual";

const wideRow = 44; // what happened, and the source line under it
const narrowRow = 26;
const letter = 7.6; // width of one, of what happened

interface Props {
  run: Run;
  check: CheckData;
  index: number; // of the finding
  rows: number[]; // those to show
  step: number;
  hits: Set<number>;
  theme: Theme;
  onStep: (row: number) => void;
}

export function Steps(p: Props) {
  const { run, rows, step } = p;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hover, setHover] = useState(-1);
  const lanes = layLanes(run.lanes.length, width);
  const rowHeight = lanes.wide || lanes.slim ? wideRow : narrowRow;
  const positions = useMemo(() => new Map(rows.map((row, i) => [row, i])), [rows]);
  const colours = useMemo(() => run.lanes.map((_, i) => threadColour(i, p.theme)), [run, p.theme]);
  const oneFile = useMemo(() => new Set(run.data.places.map(([file]) => file).filter((f) => f >= 0)).size === 1, [run]);
  const behind = useMemo(() => <Guides run={run} index={positions} lanes={lanes} colours={colours} rows={rows} rowHeight={rowHeight} />, [run, positions, width, colours]);

  return (
    <section class="steps" ref={box} aria-label="Steps" onMouseLeave={() => setHover(-1)}>
      {lanes.wide && (
        <header class="lane-names">
          {run.lanes.map((lane, i) => (
            <span style={{ left: `${lanes.left + i * lanes.step}px`, width: `${lanes.step}px`, color: colours[i] }}>
              <i style={{ background: colours[i], left: `${lanes.dot}px` }} />
              {lane.name}
            </span>
          ))}
        </header>
      )}
      <VirtualList
        class="step-list"
        label="Steps of the failing run"
        count={rows.length}
        height={rowHeight}
        current={positions.get(step) ?? -1}
        behind={behind}
        above={(top, bottom) => (
          <Arrows run={run} row={hover >= 0 ? hover : step} index={positions} lanes={lanes} top={top} bottom={bottom} height={rowHeight} />
        )}
        row={(i) => (
          <Step key={rows[i]} {...p} row={rows[i]} before={i > 0 ? rows[i - 1] : -1} lanes={lanes} colours={colours} oneFile={oneFile} onHover={setHover} />
        )}
      />
    </section>
  );
}

interface StepProps extends Props {
  row: number;
  before: number; // the row shown above it
  lanes: Lanes;
  colours: string[];
  oneFile: boolean; // all steps are in one file: its name need not be said
  onHover: (row: number) => void;
}

function Step({ run, check, index, row, before, step, hits, lanes, colours, oneFile, onStep, onHover }: StepProps) {
  const thread = run.thread(row);
  const colour = colours[thread];
  const [file, line] = run.place(row);
  const decisive = run.data.decisive;
  const from = before >= 0 ? run.thread(before) : thread;
  const classes = ["step", lanes.wide ? "tall" : lanes.slim ? "flat slim" : "flat", `op-${run.op(row)}`];
  if (row === step) classes.push("current");
  if (row > step) classes.push("future");
  if (hits.has(row)) classes.push("hit");
  if (from !== thread) classes.push("switched");
  const races = row === run.data.unordered?.first || row === run.data.unordered?.second;
  if (row === decisive?.row || races) classes.push("decisive");
  if (row === decisive?.before || row === decisive?.after) classes.push("around");
  if (row === run.failure) classes.push("failure");
  const x = dotX(lanes, thread);
  const where = line ? (oneFile && lanes.wide ? `line ${line}` : `${baseName(check.files[file]?.path ?? "")}:${line}`) : "";
  const source = lineText(check.files[file]?.text, line);
  const marks = row === decisive?.row || races ? 70 : 0;
  const box = wordsBox(lanes, thread, Math.max(run.what(row).length * letter + where.length * 6 + 20 + marks, source.length * 7));
  return (
    <div class={classes.join(" ")} data-row={row} onClick={() => onStep(row)} onMouseEnter={() => onHover(row)}
      title={row === decisive?.row ? "The decisive step" : undefined}>
      <a class="number" href={stepHash(index, row)} title="A link to this step" onClick={(e) => { e.preventDefault(); onStep(row); }}>{row === run.failure ? "✕" : row + 1}</a>
      {from !== thread && <Switch lanes={lanes} from={from} to={thread} preempts={run.has(row, Flag.preempts)} />}
      <i class="dot" style={{ left: `${x}px`, background: colour, borderColor: colour }} />
      <span class={`words${box.before ? " before" : ""}`} style={box.style}>
        {!lanes.wide && <b style={{ color: colour }}>{run.lanes[thread].name}</b>}
        <span class="what" title={run.what(row)}>{run.what(row)}</span>
        {row === decisive?.row && <em>decisive</em>}
        {races && <em>races</em>}
        <code class="text" title={source}>{source}</code>
        <span class="where">{where}</span>
      </span>
    </div>
  );
}

// The line along which the processor goes from one lane to another.
function Switch({ lanes, from, to, preempts }: { lanes: Lanes; from: number; to: number; preempts: boolean }) {
  const a = dotX(lanes, from);
  const b = dotX(lanes, to);
  return <i class={`switch${preempts ? " preempts" : ""}`} style={{ left: `${Math.min(a, b)}px`, width: `${Math.abs(a - b)}px` }} />;
}

interface GuidesProps {
  run: Run;
  index: Map<number, number>;
  lanes: Lanes;
  colours: string[];
  rows: number[];
  rowHeight: number;
}

// Each thread's life as a line behind its dots.
function Guides({ run, index, lanes, colours, rows, rowHeight }: GuidesProps) {
  const position = (row: number) => index.get(row) ?? rows.findIndex((r) => r >= row);
  return (
    <>
      {run.lanes.map((lane, i) => {
        if (lane.first < 0) return null;
        const first = Math.max(0, position(lane.first));
        const last = lane.last === run.failure ? rows.length - 1 : Math.max(first, position(lane.last));
        return (
          <i class="guide" style={{
            left: `${dotX(lanes, i)}px`,
            top: `${(first + 0.5) * rowHeight}px`,
            height: `${(last - first) * rowHeight}px`,
            background: colours[i],
            opacity: Math.max(0.1, Math.min(0.35, lanes.step / 50)),
          }} />
        );
      })}
    </>
  );
}
