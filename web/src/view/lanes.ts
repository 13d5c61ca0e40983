// Where the lanes of the step list are. Few threads get wide lanes with the words inside; many get narrow ones, and
// the words stand to the right of them.

export interface Lanes {
  wide: boolean;
  left: number; // of the first lane
  step: number; // from lane to lane
  dot: number; // from a lane's left edge to its dot
  words: number; // narrow lanes: where the words begin
}

const numberWidth = 52;
const wideEnough = 210;

export function layLanes(threads: number, width: number): Lanes {
  const room = Math.max(0, width - numberWidth - 8);
  const step = room / Math.max(1, threads);
  if (step >= wideEnough) return { wide: true, left: numberWidth, step, dot: 14, words: 0 };
  const narrow = Math.max(3, Math.min(18, (room * 0.42) / threads));
  return { wide: false, left: numberWidth, step: narrow, dot: narrow / 2, words: numberWidth + narrow * threads + 12 };
}

export const dotX = (lanes: Lanes, thread: number) => lanes.left + thread * lanes.step + lanes.dot;
