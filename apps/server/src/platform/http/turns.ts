type Waiting = { owner: string; go: () => void };

/** Lets a few at a time in, and of one owner never two; the others wait, first come first served. */
export class Turns {
  readonly #most: number;
  readonly #owners = new Set<string>();
  readonly #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get isFull() {
    return this.#owners.size >= this.#most;
  }

  /** Waits for a turn. The function it brings ends the turn, and has to be called. */
  take(owner: string): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push({ owner, go: () => resolve(() => this.#end(owner)) });
      this.#letIn();
    });
  }

  #end(owner: string) {
    this.#owners.delete(owner);
    this.#letIn();
  }

  #letIn() {
    if (this.isFull) return;
    const index = this.#waiting.findIndex(({ owner }) => !this.#owners.has(owner));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#owners.add(next.owner);
    next.go();
  }
}
