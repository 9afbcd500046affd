/** Whether a key asks for the position in words: `?`, unless somebody writes or something else is open. */
export function asksForWords(event: KeyboardEvent): boolean {
  const typing = (event.target as Element).matches('input, textarea, select');
  return event.key === '?' && !typing && !document.querySelector('dialog[open]');
}
