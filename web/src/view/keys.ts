// The keyboard: one table for what the keys do and for the help that lists them.
import { useEffect, useRef } from "preact/hooks";

export interface Actions {
  forward: (steps: number) => void;
  back: (steps: number) => void;
  first: () => void;
  last: () => void;
  switch: (direction: 1 | -1) => void;
  same: (direction: 1 | -1) => void;
  object: (direction: 1 | -1) => void;
  decisive: () => void;
  failure: () => void;
  search: () => void;
  hit: (direction: 1 | -1) => void;
  zoom: (direction: 1 | -1) => void;
}

interface Binding {
  keys: string[]; // as KeyboardEvent.key says
  shown: string;
  does: string;
  act: (actions: Actions, key: string) => void;
}

export const bindings: Binding[] = [
  { keys: ["ArrowDown", "ArrowRight", "j"], shown: "↓ → j", does: "one step forward", act: (a) => a.forward(1) },
  { keys: ["ArrowUp", "ArrowLeft", "k"], shown: "↑ ← k", does: "one step back", act: (a) => a.back(1) },
  { keys: ["PageDown", "PageUp"], shown: "PgDn PgUp", does: "twenty steps", act: (a, key) => (key === "PageDown" ? a.forward(20) : a.back(20)) },
  { keys: ["Home", "End"], shown: "Home End", does: "first step, failure", act: (a, key) => (key === "Home" ? a.first() : a.last()) },
  { keys: ["s", "S"], shown: "s S", does: "next, previous switch of threads", act: (a, key) => a.switch(key === "s" ? 1 : -1) },
  { keys: ["]", "["], shown: "] [", does: "next, previous step of the same thread", act: (a, key) => a.same(key === "]" ? 1 : -1) },
  { keys: ["v", "V"], shown: "v V", does: "next, previous step about the same variable or lock", act: (a, key) => a.object(key === "v" ? 1 : -1) },
  { keys: ["d"], shown: "d", does: "the decisive step", act: (a) => a.decisive() },
  { keys: ["f"], shown: "f", does: "the failure", act: (a) => a.failure() },
  { keys: ["/"], shown: "/", does: "search", act: (a) => a.search() },
  { keys: ["n", "N"], shown: "n N", does: "next, previous hit", act: (a, key) => a.hit(key === "n" ? 1 : -1) },
  { keys: ["+", "=", "-"], shown: "+ -", does: "zoom the timeline in, out", act: (a, key) => a.zoom(key === "-" ? -1 : 1) },
];

export function useKeys(actions: Actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listen = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
      const binding = bindings.find((b) => b.keys.includes(e.key));
      if (!binding) return;
      e.preventDefault();
      binding.act(latest.current, e.key);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
