/** Whether the focus is on nothing that can be used, such as the heading of a new page. */
export function isIdle(active: Element | null): boolean {
  return !active || active.matches('body, main, h1');
}

/** Focuses what is to be done next, unless the reader is busy elsewhere on the page. */
export function focusWhenIdle(element: HTMLElement): void {
  if (isIdle(document.activeElement)) element.focus({ preventScroll: true });
}

/** The same for an element that loses the focus while it is disabled. */
export function focusUnless(busy: boolean): (element: HTMLElement) => void {
  return (element) => {
    if (!busy) focusWhenIdle(element);
  };
}
