// Arrows for one step: from the step whose effect it saw (the write it read, the unlock before its lock, the creation
// of its thread), and to the steps that saw its own effect.
import type { Run } from "../run";
import { dotX, type Lanes } from "./lanes";

interface Props {
  run: Run;
  row: number;
  index: Map<number, number>; // row -> position in the list
  lanes: Lanes;
  top: number; // of what is in sight, in pixels
  bottom: number;
  height: number; // of a row
}

const accesses = new Set(["read", "write", "rmw", "free"]);
const shownAtMost = 24;

// A value passed on, not an order that locks, wake-ups or creation impose.
const isValue = (run: Run, from: number, to: number) => accesses.has(run.op(from)) && accesses.has(run.op(to));

export function Arrows({ run, row, index, lanes, top, bottom, height }: Props) {
  const pairs: [from: number, to: number][] = [];
  if (run.sees(row) >= 0) pairs.push([run.sees(row), row]);
  for (const other of run.seenBy.get(row) ?? []) pairs.push([row, other]);
  if (pairs.length === 0) return null;
  // An end out of sight is drawn just beyond the edge, so that the arrow says which way to look.
  const y = (r: number) => {
    const at = ((index.get(r) ?? 0) + 0.5) * height;
    return Math.max(top - height, Math.min(bottom + height, at));
  };
  return (
    <svg class="arrows" style={{ top: `${top}px`, height: `${bottom - top}px` }}>
      <defs>
        {["data", "order"].map((kind) => (
          <marker id={`head-${kind}`} class={kind} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        ))}
      </defs>
      <g transform={`translate(0 ${-top})`}>
      {pairs.slice(0, shownAtMost).map(([from, to]) => {
        if (!index.has(from) || !index.has(to)) return null;
        const kind = isValue(run, from, to) ? "data" : "order";
        const x1 = dotX(lanes, run.thread(from));
        const x2 = dotX(lanes, run.thread(to));
        const y1 = y(from);
        const y2 = y(to);
        const bend = Math.min(60, 14 + Math.abs(y2 - y1) / 3);
        const side = x1 === x2 ? -1 : Math.sign(x2 - x1);
        const path = `M${x1 + 6 * side} ${y1}C${x1 + bend * side} ${y1} ${x2 - bend * side} ${y2} ${x2 - 9 * side} ${y2}`;
        return <path key={`${from}-${to}`} class={kind} d={path} marker-end={`url(#head-${kind})`} data-from={from} data-to={to} />;
      })}
      </g>
    </svg>
  );
}

// The same in words, for the foot of the page.
export function relation(run: Run, row: number): string {
  const from = run.sees(row);
  const parts: string[] = [];
  if (from >= 0) {
    const other = `step ${from + 1} (${run.lanes[run.thread(from)].name})`;
    const op = run.op(row);
    parts.push(isValue(run, from, row) ? `sees the value of ${other}` : run.op(from) === "create" ? `its thread was created in ${other}`
      : op.includes("lock") ? `gets the lock after ${other}` : `follows ${other}`);
  }
  const seen = run.seenBy.get(row)?.length ?? 0;
  if (seen > 0) parts.push(`${seen} later step${seen > 1 ? "s see" : " sees"} its effect`);
  return parts.join("; ");
}
