/** Focus what is next to be done, unless somebody is busy elsewhere on the page. */
export function focusWhenIdle(element: HTMLElement): void {
  const active = document.activeElement;
  if (!active || active === document.body) element.focus({ preventScroll: true });
}
