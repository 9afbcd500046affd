/** Arrow keys lead from one thing that can be chosen to the next. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function arrows(element: HTMLElement): () => void {
  function key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const all = [...element.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])')];
    const now = all.indexOf(event.target as HTMLElement);
    if (now < 0) return;
    event.preventDefault();
    all[(now + step + all.length) % all.length]?.focus();
  }
  element.addEventListener('keydown', key);
  return () => element.removeEventListener('keydown', key);
}
