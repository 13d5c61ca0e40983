// Scrolls a panel, and nothing around it, so that one of its elements is seen. scrollIntoView would move the page as well, which on a narrow
// screen goes to another panel at every step.
export function showWithin(panel: Element | null | undefined, selector: string): void {
  const element = panel?.querySelector(selector);
  if (!panel || !element) return;
  const seen = panel.getBoundingClientRect();
  const wanted = element.getBoundingClientRect();
  panel.scrollTop += Math.min(0, wanted.top - seen.top) || Math.max(0, wanted.bottom - seen.bottom);
  panel.scrollLeft += Math.min(0, wanted.left - seen.left) || Math.max(0, wanted.right - seen.right);
}
