// Executions over time, as the search reported them.
import type { CheckData } from "../data";

const width = 560;
const height = 150;
const left = 8;
const bottom = 20;

export function Chart({ check }: { check: CheckData }) {
  const points: [number, number][] = [[0, 0], ...check.progress.map(([s, n]): [number, number] => [s, n]), [check.seconds, check.executions]];
  const most = Math.max(1, check.executions);
  const long = Math.max(1e-9, check.seconds);
  const x = (seconds: number) => left + (Math.min(seconds, long) / long) * (width - left - 4);
  const y = (executions: number) => 8 + (1 - executions / most) * (height - bottom - 8);
  const line = points.map(([s, n], i) => `${i ? "L" : "M"}${x(s).toFixed(1)} ${y(n).toFixed(1)}`).join("");
  const words = check.progress.map((p) => p[2]).filter((w, i, all) => w && w !== all[i - 1]);
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Executions over time">
        <line x1={left} x2={width} y1={height - bottom} y2={height - bottom} class="axis" />
        <path class="area" d={`${line}L${x(long)} ${height - bottom}L${x(0)} ${height - bottom}z`} />
        <path class="line" d={line} />
        <text x={left} y={height - 6}>0 s</text>
        <text x={width - 4} y={height - 6} text-anchor="end">{check.seconds.toFixed(2)} s</text>
        <text x={left + 4} y={18}>{check.executions.toLocaleString("en")} executions</text>
      </svg>
      {check.progress.length === 0 && <p class="empty">It ended before the first report of progress.</p>}
      {words.length > 0 && <p class="words-of-engine">{words.slice(0, 40).join(" → ")}</p>}
    </>
  );
}
