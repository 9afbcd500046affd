/** The chat message being typed at a table; it survives lost connections and reloads. */

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

  /** It was sent and may still get lost. */
  said(text: string): void {
    this.unheard = text;
    this.text = '';
  }

  /** It arrived. */
  heard(text: string): void {
    if (this.unheard === text) this.unheard = '';
    else if (this.text.trim() === text) this.text = '';
  }

  /** It did not arrive: put it back. */
  restore(): void {
    if (!this.unheard) return;
    this.text = this.text ? `${this.unheard} ${this.text}` : this.unheard;
    this.unheard = '';
  }
}
