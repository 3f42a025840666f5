/**
 * Keeps answers in order, each question under a name: an answer is dropped when the same was asked again meanwhile, and
 * asked for once more when something changed while it was under way.
 */
export class NewestAnswers {
  readonly #newest = new Map<string, number>();
  #changes = 0;

  /** Marks a change that answers under way may not know, such as the reader's own. */
  change() {
    this.#changes += 1;
  }

  /** Resolves to undefined when a newer question of this name was asked. @throws as `load` does, if this one is the newest */
  async ask<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer | undefined> {
    const own = (this.#newest.get(name) ?? 0) + 1;
    this.#newest.set(name, own);
    const isNewest = () => own === this.#newest.get(name);
    try {
      const answer = await this.#untilUnchanged(load, isNewest);
      return isNewest() ? answer : undefined;
    } catch (error) {
      if (isNewest()) throw error;
      return undefined;
    }
  }

  async #untilUnchanged<Answer>(load: () => Promise<Answer>, isNewest: () => boolean) {
    for (;;) {
      const before = this.#changes;
      const answer = await load();
      if (before === this.#changes || !isNewest()) return answer;
    }
  }
}
