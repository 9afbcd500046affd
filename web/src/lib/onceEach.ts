/** Answers that stay the same: each is asked for once, and again only if that failed. */
export class OnceEach<Answer> {
  private readonly asked = new Map<string, Promise<Answer>>();

  /** The answer for this key; `ask` is called if it has not been asked for. */
  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.asked.get(key);
    if (known) return known;
    const fresh = ask();
    fresh.catch(() => this.asked.delete(key));
    this.asked.set(key, fresh);
    return fresh;
  }
}
