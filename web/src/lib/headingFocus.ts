/** After a link inside the page the focus goes to the new heading, as after a full load. */

const PATIENCE = 3000;

/** Focuses the heading as soon as there is one; returns a function that stops waiting for it. */
export function focusHeading(main: HTMLElement): () => void {
  const observer = new MutationObserver(look);
  const timer = setTimeout(stop, PATIENCE);

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }

  function look(): void {
    const heading = main.querySelector('h1');
    const busy = main.contains(document.activeElement) && document.activeElement !== main;
    if (!heading && !busy) return;
    stop();
    if (!heading || busy) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  main.focus({ preventScroll: true });
  observer.observe(main, { childList: true, subtree: true });
  look();
  return stop;
}
