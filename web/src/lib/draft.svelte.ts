/** What somebody is typing at a table; a lost connection or a new load of the page does not lose it. */

const key = (table: string): string => `stammtisch.draft.${table}`;

export class Draft {
  private typed = $state('');
  private unheard = '';

  constructor(private readonly table: string) {
    this.typed = sessionStorage.getItem(key(table)) ?? '';
  }

  get text(): string {
    return this.typed;
  }

  set text(text: string) {
    this.typed = text;
    if (text) sessionStorage.setItem(key(this.table), text);
    else sessionStorage.removeItem(key(this.table));
  }

  /** It went out, and may still get lost. */
  said(text: string): void {
    this.unheard = text;
    this.text = '';
  }

  /** Everybody has heard it. */
  heard(text: string): void {
    if (this.unheard === text) this.unheard = '';
    else if (this.text.trim() === text) this.text = '';
  }

  /** It did not arrive: there it is again. */
  restore(): void {
    if (!this.unheard) return;
    this.text = this.text ? `${this.unheard} ${this.text}` : this.unheard;
    this.unheard = '';
  }
}
