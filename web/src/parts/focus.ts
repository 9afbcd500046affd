/** Whether the focus is on nothing that could be used: who arrives at a page stands before its heading. */
export function isIdle(active: Element | null): boolean {
  return !active || active.matches('body, main, h1');
}

/** Focus what is next to be done, unless somebody is busy elsewhere on the page. */
export function focusWhenIdle(element: HTMLElement): void {
  if (isIdle(document.activeElement)) element.focus({ preventScroll: true });
}

/** The same for what may be disabled for a moment, and loses the focus by that. */
export function focusUnless(busy: boolean): (element: HTMLElement) => void {
  return (element) => {
    if (!busy) focusWhenIdle(element);
  };
}
