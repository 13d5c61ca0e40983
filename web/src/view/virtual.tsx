// VirtualList: a scrolling list of rows of equal height of which only those in sight exist.
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  count: number;
  height: number; // of a row, in pixels
  current: number; // kept in sight; -1 for none
  centre?: boolean; // bring `current` to the middle when it is out of sight, not just to the edge
  class: string;
  row: (index: number) => ComponentChildren;
  // Drawn behind and above the rows, in the same coordinates. `top` and `bottom` bound what is in sight.
  behind?: ComponentChildren;
  above?: (top: number, bottom: number) => ComponentChildren;
  label: string;
}

const margin = 3; // rows kept in sight around the current one

export function VirtualList(p: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const view = useHeight(box);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || p.current < 0 || view === 0) return;
    const y = p.current * p.height;
    const space = Math.min(margin, Math.floor(view / p.height / 3)) * p.height;
    const out = y - space < element.scrollTop || y + p.height + space > element.scrollTop + view;
    if (!out) return;
    const edge = y - space < element.scrollTop ? y - space : y + p.height + space - view;
    const far = p.centre || Math.abs(edge - element.scrollTop) > view;
    element.scrollTop = far ? y - (view - p.height) / 2 : edge;
    setTop(element.scrollTop);
  }, [p.current, p.count, view]);

  const first = Math.max(0, Math.floor(top / p.height) - 4);
  const last = Math.min(p.count, Math.ceil((top + view) / p.height) + 4);
  const rows = [];
  for (let i = first; i < last; ++i) rows.push(p.row(i));
  return (
    <div ref={box} class={`virtual ${p.class}`} tabIndex={0} role="group" aria-label={p.label} onScroll={(e) => setTop(e.currentTarget.scrollTop)}>
      <div class="virtual-all" style={{ height: `${p.count * p.height}px` }}>
        {p.behind}
        <div class="virtual-rows" style={{ transform: `translateY(${first * p.height}px)` }}>{rows}</div>
        {p.above?.(top, top + view)}
      </div>
    </div>
  );
}

function useHeight(box: RefObject<HTMLElement>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setHeight(element.clientHeight);
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return height;
}

// The width of an element, kept up to date.
export function useWidth(box: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
