// The page: a bar with the check, its findings, theme and help; below it the summary or one finding.
import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckData } from "../data";
import { applyTheme, initialTheme, type Theme } from "../theme";
import { Finding } from "./finding";
import { readHash } from "./hash";
import { bindings } from "./keys";
import { Summary } from "./summary";

const summaryPage = -1;

export function App({ check }: { check: CheckData }) {
  const linked = readHash(location.hash).finding;
  const [page, setPage] = useState(linked >= 0 && linked < check.findings.length ? linked : check.findings.length > 0 ? 0 : summaryPage);
  useEffect(() => {
    const listen = () => {
      const { finding } = readHash(location.hash);
      if (finding >= 0 && finding < check.findings.length) setPage(finding);
    };
    addEventListener("hashchange", listen);
    return () => removeEventListener("hashchange", listen);
  }, []);
  const [theme, setTheme] = useState<Theme>(initialTheme);
  const help = useRef<HTMLDialogElement>(null);
  applyTheme(theme);
  useEffect(() => {
    const listen = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target instanceof HTMLInputElement) return;
      if (e.key === "t") setTheme((now) => (now === "dark" ? "light" : "dark"));
      if (e.key === "?") help.current?.showModal();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <nav>
        <span class="brand">heddle</span>
        <span class={`badge ${check.verdict}`}>{check.verdict}</span>
        <div class="pages">
          <button class={page === summaryPage ? "on" : ""} onClick={() => setPage(summaryPage)}>The check</button>
          {check.findings.map((f, i) => (
            <button class={page === i ? "on" : ""} title={f.message} onClick={() => setPage(i)}>
              {check.findings.length > 1 && <small>{i + 1}</small>} {f.kind}
            </button>
          ))}
        </div>
        <button class="icon" title="Light or dark (t)" aria-label="Light or dark" onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>
          {theme === "dark" ? "☀" : "☾"}
        </button>
        <button class="icon" title="Keys (?)" aria-label="Keys" onClick={() => help.current?.showModal()}>?</button>
      </nav>
      {page === summaryPage ? <Summary check={check} onOpen={setPage} /> : <Finding key={page} check={check} index={page} theme={theme} />}
      <dialog ref={help} onClick={(e) => e.target === help.current && help.current?.close()}>
        <h2>Keys</h2>
        <dl>
          {bindings.map((b) => <><dt><kbd>{b.shown}</kbd></dt><dd>{b.does}</dd></>)}
          <dt><kbd>t</kbd></dt><dd>light or dark</dd>
          <dt><kbd>Esc</kbd></dt><dd>close this</dd>
        </dl>
        <p class="legend">
          <span><i class="solid" /> switch that a thread made itself (it ended or had to wait)</span>
          <span><i class="dashed" /> switch that the schedule chose</span>
          <span><i class="data" /> a value seen by another thread</span>
          <span><i class="order" /> a lock handed over, a wake-up, a thread created</span>
          <span><i class="unsafe" /> graph: a value seen without synchronisation</span>
        </p>
      </dialog>
    </>
  );
}
