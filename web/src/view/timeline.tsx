// The whole run at a glance: time goes to the right, a lane per thread, a mark per step. Drawn on two canvases: the run
// itself once, the cursor and what is pointed at on every change.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Run } from "../run";
import { threadColour, type Theme } from "../theme";
import { useWidth } from "./virtual";

interface Props {
  run: Run;
  step: number;
  hits: number[];
  zoom: number; // 1: all of the run; 2: half of it, around the step; …
  onZoom: (direction: 1 | -1) => void;
  theme: Theme;
  onStep: (row: number) => void;
}

const labelSpace = 84;
const end = 14; // room at the right
const head = 16; // room for marks above the lanes

export function Timeline({ run, step, hits, zoom, theme, onStep, onZoom }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const top = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const laneHeight = Math.max(2, Math.min(20, Math.floor(170 / run.lanes.length)));
  const height = head + laneHeight * run.lanes.length + 6;
  const span = Math.max(1, width - labelSpace - end);
  // What is in sight: a window that moves only when the step leaves its middle.
  const inSight = Math.max(1, (run.size - 1) / zoom);
  const start = useRef(0);
  if (step < start.current + inSight * 0.1 || step > start.current + inSight * 0.9) start.current = step - inSight / 2;
  start.current = Math.max(0, Math.min(run.size - 1 - inSight, start.current));
  const from = zoom === 1 ? 0 : start.current;
  const x = (row: number) => labelSpace + (run.size > 1 ? ((row - from) / inSight) * span : span / 2);
  const y = (thread: number) => head + (thread + 0.5) * laneHeight;

  useLayoutEffect(() => {
    const g = begin(base.current, width, height);
    if (!g) return;
    const dots = (span * zoom) / run.size >= 9;
    drawLanes(g, run, theme, laneHeight, x, y);
    g.save();
    g.beginPath();
    g.rect(labelSpace - 7, 0, span + 20, height);
    g.clip();
    const finish = () => g.restore();
    if (!dots) {
      drawDensity(g, run, theme, laneHeight, x, y);
      return finish();
    }
    for (let i = Math.max(0, Math.floor(from) - 1); i < Math.min(run.size, from + inSight + 2); ++i) {
      g.fillStyle = g.strokeStyle = i === run.failure ? css("--bad") : threadColour(run.thread(i), theme);
      drawDot(g, run.op(i), x(i), y(run.thread(i)), Math.min(5, laneHeight / 2 - 1));
    }
    drawPath(g, run, x, y);
    finish();
  }, [run, theme, width, zoom, from]);

  useLayoutEffect(() => {
    const g = begin(top.current, width, height);
    if (!g) return;
    const shown = (row: number) => row >= from - 0.5 && row <= from + inSight + 0.5;
    g.fillStyle = css("--hit");
    for (const hit of hits) if (shown(hit)) g.fillRect(x(hit) - 0.5, head - 4, 1.5, 4);
    for (const row of run.data.unordered ? [run.data.unordered.first, run.data.unordered.second] : [])
      if (row >= 0 && shown(row)) drawMark(g, x(row), height, css("--decisive"), "◆");
    if (run.data.decisive && shown(run.data.decisive.row)) drawMark(g, x(run.data.decisive.row), height, css("--decisive"), "◆");
    if (shown(run.failure)) drawMark(g, x(run.failure), height, css("--bad"), "✕");
    drawSeen(g, run, step, x, y);
    g.fillStyle = css("--accent");
    g.fillRect(x(step) - 1, head - 8, 2, height - head + 8);
    g.beginPath();
    g.moveTo(x(step) - 5, head - 12);
    g.lineTo(x(step) + 5, head - 12);
    g.lineTo(x(step), head - 5);
    g.fill();
  }, [run, theme, width, step, hits, zoom, from]);

  const rowAt = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const row = Math.round(from + ((clientX - left - labelSpace) / span) * inSight);
    return Math.max(0, Math.min(run.failure, row));
  };
  const drag = useRef(false);
  useEffect(() => {
    const up = () => (drag.current = false);
    addEventListener("pointerup", up);
    return () => removeEventListener("pointerup", up);
  }, []);

  return (
    <div class="timeline" ref={box} style={{ height: `${height}px` }} aria-label="Timeline" role="img"
      onPointerDown={(e) => { drag.current = true; onStep(rowAt(e.clientX)); }}
      onPointerMove={(e) => drag.current && onStep(rowAt(e.clientX))}
      onWheel={(e) => { if (!e.ctrlKey) return; e.preventDefault(); onZoom(e.deltaY < 0 ? 1 : -1); }}>
      <canvas ref={base} />
      <canvas ref={top} />
    </div>
  );
}

const colours = new Map<string, string>(); // asking the browser on every step would cost a layout

function css(name: string): string {
  const key = `${document.documentElement.dataset.theme} ${name}`;
  let colour = colours.get(key);
  if (!colour) colours.set(key, (colour = getComputedStyle(document.documentElement).getPropertyValue(name)));
  return colour;
}

function begin(canvas: HTMLCanvasElement | null, width: number, height: number) {
  if (!canvas || width === 0) return null;
  const scale = devicePixelRatio || 1;
  const g = canvas.getContext("2d");
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    g?.scale(scale, scale);
  }
  g?.clearRect(0, 0, width, height);
  return g;
}

type Place = (index: number) => number;

function drawLanes(g: CanvasRenderingContext2D, run: Run, theme: Theme, laneHeight: number, x: Place, y: Place) {
  const every = Math.ceil(13 / laneHeight); // names must not overlap
  g.font = `${Math.min(12, Math.max(10, laneHeight - 2))}px ui-monospace, monospace`;
  g.textBaseline = "middle";
  run.lanes.forEach((lane, i) => {
    g.fillStyle = threadColour(i, theme);
    if (i % every === 0) g.fillText(lane.name.length > 10 ? `…${lane.name.slice(-9)}` : lane.name, 10, y(i));
    if (lane.first < 0) return;
    g.globalAlpha = 0.03 * Math.min(9, laneHeight);
    const left = Math.max(labelSpace, x(lane.first));
    g.fillRect(left, y(i) - 0.5, Math.max(0, x(lane.last) - left), 1);
    g.globalAlpha = 1;
  });
}

// Too many steps for a dot each: how busy a thread was in each stretch of two pixels.
function drawDensity(g: CanvasRenderingContext2D, run: Run, theme: Theme, laneHeight: number, x: Place, y: Place) {
  const wide = 2;
  const bins = Math.ceil(Math.min(x(run.failure), g.canvas.width) / wide) + 1;
  const counts = new Uint32Array(bins * run.lanes.length);
  let most = 1;
  for (let i = 0; i < run.size; ++i) {
    const bin = Math.floor(x(i) / wide);
    if (bin >= 0 && bin < bins) most = Math.max(most, ++counts[run.thread(i) * bins + bin]);
  }
  run.lanes.forEach((_, thread) => {
    g.fillStyle = threadColour(thread, theme);
    for (let b = 0; b < bins; ++b) {
      const n = counts[thread * bins + b];
      if (n === 0) continue;
      g.globalAlpha = 0.35 + (0.65 * n) / most;
      g.fillRect(b * wide, y(thread) - laneHeight * 0.38, wide, Math.max(1.5, laneHeight * 0.76));
    }
  });
  g.globalAlpha = 1;
}

const filled = new Set(["write", "rmw", "failure", "create", "free"]);

// Writes are filled, reads hollow, everything about locks and waiting square.
function drawDot(g: CanvasRenderingContext2D, op: string, x: number, y: number, r: number) {
  g.beginPath();
  if (filled.has(op) || op === "read" || op === "join") g.arc(x, y, op === "failure" ? r + 1 : r - 0.5, 0, 7);
  else g.rect(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2);
  if (filled.has(op) || op.endsWith("lock")) g.fill();
  else {
    g.save();
    g.fillStyle = css("--panel");
    g.fill();
    g.lineWidth = 1.6;
    g.stroke();
    g.restore();
  }
}

function drawPath(g: CanvasRenderingContext2D, run: Run, x: Place, y: Place) {
  g.globalCompositeOperation = "destination-over";
  g.strokeStyle = css("--line-strong");
  g.lineWidth = 1;
  g.beginPath();
  for (let i = 0; i < run.size; ++i) {
    if (i === 0) g.moveTo(x(0), y(run.thread(0)));
    else g.bezierCurveTo(x(i - 0.5), y(run.thread(i - 1)), x(i - 0.5), y(run.thread(i)), x(i), y(run.thread(i)));
  }
  g.stroke();
  g.globalCompositeOperation = "source-over";
}

function drawMark(g: CanvasRenderingContext2D, x: number, height: number, colour: string, sign: string) {
  g.fillStyle = colour;
  g.globalAlpha = 0.5;
  g.fillRect(x - 0.5, head - 3, 1, height - head);
  g.globalAlpha = 1;
  g.font = "11px system-ui, sans-serif";
  g.textAlign = "center";
  g.fillText(sign, x, 10);
}

function drawSeen(g: CanvasRenderingContext2D, run: Run, step: number, x: Place, y: Place) {
  const pairs: [number, number][] = (run.seenBy.get(step) ?? []).slice(0, 50).map((to) => [step, to]);
  if (run.sees(step) >= 0) pairs.push([run.sees(step), step]);
  g.strokeStyle = css("--accent");
  g.lineWidth = 1.5;
  for (const [from, to] of pairs) {
    g.beginPath();
    g.moveTo(x(from), y(run.thread(from)));
    g.lineTo(x(to), y(run.thread(to)));
    g.stroke();
  }
}
