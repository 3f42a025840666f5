type Answer = { path: string; milliseconds: number };

const remembered = 1000;
const longestPath = 120;
const slowestShown = 5;

/** Durations of the last thousand pages and calls of this process, without queries and visitors. */
export class AnswerTimes {
  readonly #answers: Answer[] = [];
  #next = 0;

  note(url: string, milliseconds: number) {
    const path = url.replace(/[?#].*/s, '').slice(0, longestPath);
    this.#answers[this.#next] = { path, milliseconds };
    this.#next = (this.#next + 1) % remembered;
  }

  /** Median and 95th percentile in milliseconds, and the slowest addresses; undefined without any answers. */
  summary() {
    const sorted = this.#answers.toSorted((one, other) => one.milliseconds - other.milliseconds);
    if (sorted.length === 0) return undefined;
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.milliseconds ?? 0;
    const slowest = new Map<string, number>();
    for (const { path, milliseconds } of sorted.toReversed())
      if (!slowest.has(path) && slowest.size < slowestShown) slowest.set(path, milliseconds);
    return { count: sorted.length, half: at(0.5), most: at(0.95), slowest: [...slowest] };
  }
}
