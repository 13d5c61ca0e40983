// What happens before what, drawn: a column per thread, downwards only as far as something orders. Two steps at the same height, or
// without a way along the lines from one to the other, may come in either order.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Order } from "../order";
import type { Run } from "../run";
import { threadColour, type Theme } from "../theme";
import { useWidth } from "./virtual";
import { showWithin } from "./scroll";

interface Props {
  run: Run;
  rows: number[];
  step: number;
  theme: Theme;
  onStep: (row: number) => void;
}

const most = 400; // steps drawn at once, around the current one
const head = 34;
const high = 34;

export function Graph({ run, rows, step, theme, onStep }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const drawn = useMemo(() => {
    if (rows.length <= most) return rows;
    const at = Math.max(0, rows.findIndex((row) => row >= step));
    const begin = Math.max(0, Math.min(rows.length - most, Math.floor((at - most / 2) / 100) * 100));
    return rows.slice(begin, begin + most);
  }, [rows, rows.length <= most ? 0 : Math.floor(step / 100)]);
  const order = useMemo(() => new Order(run, drawn), [run, drawn]);
  const lanes = [...new Set(drawn.map((row) => run.thread(row)))].sort((a, b) => a - b);
  const column = Math.max(64, (width - 16) / Math.max(1, lanes.length));
  const x = (row: number) => 8 + lanes.indexOf(run.thread(row)) * column + 16;
  const y = (row: number) => head + order.level[row] * high + high / 2;
  const height = head + (Math.max(0, ...drawn.map((row) => order.level[row])) + 1) * high + 8;
  const last = new Map<number, number>();
  const race = run.data.unordered;
  useEffect(() => showWithin(box.current?.querySelector(".scroll"), ".node.current"), [step]);
  return (
    <section class="steps graph" ref={box} aria-label="Happens before">
      <div class="scroll">
        <svg width={Math.max(width - 2, 16 + column * lanes.length)} height={height}>
          <defs>
            {["data", "order", "unsafe"].map((kind) => (
              <marker id={`graph-${kind}`} class={kind} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" /></marker>
            ))}
          </defs>
          {lanes.map((lane, i) => <text class="lane" x={8 + i * column + 8} y={20} fill={threadColour(lane, theme)}>{run.lanes[lane].name}</text>)}
          {drawn.map((row) => {
            const before = last.get(run.thread(row));
            last.set(run.thread(row), row);
            return before === undefined ? null : <line class="program" x1={x(before)} y1={y(before)} x2={x(row)} y2={y(row)} stroke={threadColour(run.thread(row), theme)} />;
          })}
          {order.edges.map((e) => (
            <path class={`edge ${e.kind}`} data-from={e.from} data-to={e.to} marker-end={`url(#graph-${e.kind})`}
              d={`M${x(e.from)} ${y(e.from)}L${x(e.to) + (x(e.from) > x(e.to) ? 7 : x(e.from) < x(e.to) ? -7 : 0)} ${y(e.to) - (x(e.from) === x(e.to) ? 7 : 2)}`} />
          ))}
          {race && race.first >= 0 && race.second >= 0 && drawn.includes(race.first) && drawn.includes(race.second) && (
            <line class="race" x1={x(race.first)} y1={y(race.first)} x2={x(race.second)} y2={y(race.second)} />
          )}
          {drawn.map((row) => (
            <g class={`node${row === step ? " current" : ""}${row === run.failure ? " failure" : ""}`} data-row={row} onClick={() => onStep(row)}>
              <title>{run.what(row)}</title>
              <circle cx={x(row)} cy={y(row)} r={5} fill={row === run.failure ? undefined : threadColour(run.thread(row), theme)} />
              <text x={x(row) + 10} y={y(row) + 4}>{fit(`${row === run.failure ? "✕" : row + 1}  ${run.what(row)}`, column - 28)}</text>
            </g>
          ))}
        </svg>
      </div>
      <p class="legend row">
        <span><i class="order" /> synchronises</span>
        <span><i class="data" /> a value, and it synchronises</span>
        <span><i class="unsafe" /> a value seen without synchronisation</span>
        {drawn.length < rows.length && <span>{drawn.length} of {rows.length} steps, around the current one</span>}
      </p>
    </section>
  );
}

const fit = (text: string, width: number) => {
  const letters = Math.max(3, Math.floor(width / 7));
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
};
