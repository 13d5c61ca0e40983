// Where the lanes of the step list are. Few threads get wide lanes with the words inside; many get narrow ones, and
// the words stand to the right of them.

export interface Lanes {
  wide: boolean;
  slim: boolean; // narrow lanes on a narrow screen: two lines per step
  left: number; // of the first lane
  step: number; // from lane to lane
  dot: number; // from a lane's left edge to its dot
  words: number; // narrow lanes: where the words begin
  count: number; // of lanes
}

const numberWidth = 52;
const wideEnough = 210;
const slimBelow = 560;

export function layLanes(threads: number, width: number): Lanes {
  const room = Math.max(0, width - numberWidth - 8);
  const step = room / Math.max(1, threads);
  if (step >= wideEnough) return { wide: true, slim: false, left: numberWidth, step, dot: 14, words: 0, count: threads };
  const narrow = Math.max(3, Math.min(18, (room * 0.42) / threads));
  return { wide: false, slim: width < slimBelow, left: numberWidth, step: narrow, dot: narrow / 2, words: numberWidth + narrow * threads + 12, count: threads };
}

export const dotX = (lanes: Lanes, thread: number) => lanes.left + thread * lanes.step + lanes.dot;

// Where the words of a step stand. The other lanes of its row are empty, so they may go on over those to the right; if that is not
// enough, and there is more room to the left of the dot, they stand there.
export function wordsBox(lanes: Lanes, thread: number, wanted: number): { before: boolean; style: Record<string, string> } {
  const edge = lanes.left + lanes.step * lanes.count;
  if (!lanes.wide) return { before: false, style: { left: `${lanes.words}px`, right: "8px" } };
  const dot = dotX(lanes, thread);
  const right = edge - dot - 22;
  const left = dot - lanes.left - 14;
  if (wanted <= right || left <= right) return { before: false, style: { left: `${dot + 14}px`, right: "8px" } };
  return { before: true, style: { left: `${lanes.left}px`, width: `${left}px` } };
}
