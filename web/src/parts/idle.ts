/** Focus what is next to be done, unless somebody is busy elsewhere on the page. */
export function focusWhenIdle(element: HTMLElement): void {
  const active = document.activeElement;
  if (!active || active === document.body) element.focus({ preventScroll: true });
}

/** The same for what may be disabled for a moment, and loses the focus by that. */
export function focusUnless(busy: boolean): (element: HTMLElement) => void {
  return (element) => {
    if (!busy) focusWhenIdle(element);
  };
}
