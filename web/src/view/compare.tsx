// The failing run beside the nearest one that passes: the same steps up to the one that decides, then each its own way.
import type { CheckData } from "../data";
import type { Run } from "../run";
import { threadColour, type Theme } from "../theme";
import { baseName } from "./places";

interface Props {
  run: Run;
  check: CheckData;
  step: number;
  theme: Theme;
  onStep: (row: number) => void;
}

const shownAlike = 6; // of the common beginning
const shownAtMost = 300;

export function Compare({ run, check, step, theme, onStep }: Props) {
  const passing = run.data.passing;
  if (!passing) return null;
  const alike = passing.alike;
  const first = Math.max(0, alike - shownAlike);
  const count = Math.min(shownAtMost, Math.max(run.size, passing.thread.length + 1) - first);
  const where = (place: number) => {
    const [file, line] = run.placeAt(place);
    return line ? `${baseName(check.files[file]?.path ?? "")}:${line}` : "";
  };
  return (
    <section class="steps compare" aria-label="Compare">
      <div class="scroll">
        <table>
          <thead><tr><th /><th>this run fails</th><th>the nearest that passes</th></tr></thead>
          <tbody>
            {first > 0 && <tr class="alike"><td /><td colSpan={2}>{first} steps alike</td></tr>}
            {Array.from({ length: count }, (_, k) => {
              const row = first + k;
              const same = row < alike;
              return (
                <tr class={`${same ? "alike" : "differs"}${row === step ? " current" : ""}`} data-row={row} onClick={() => row < run.size && onStep(row)}>
                  <td class="number">{row === run.failure ? "✕" : row + 1}</td>
                  <td class={row === run.failure ? "bad" : ""}>
                    {row < run.size && <><b style={{ color: threadColour(run.thread(row), theme) }}>{run.lanes[run.thread(row)].name}</b> <code>{run.what(row)}</code> <small>{where(run.placeIndex(row))}</small></>}
                  </td>
                  <td class={row === passing.thread.length ? "good" : ""}>
                    {row < passing.thread.length
                      ? <><b style={{ color: threadColour(passing.thread[row], theme) }}>{run.lanes[passing.thread[row]]?.name}</b> <code>{run.data.strings[passing.what[row]]}</code> <small>{where(passing.place[row])}</small></>
                      : row === passing.thread.length && "ends well"}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
