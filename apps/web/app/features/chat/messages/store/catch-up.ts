import { waitFor } from '@mojian/client/live-pause';
import { pauseAfter } from '@mojian/client/live-stream';
import type { Core } from './core.ts';
import type { History } from './history.ts';
import type { Listing } from './listing.ts';
import type { TakeIn } from './take-in.ts';

type Parts = { core: Core; listing: Listing; history: History; takeIn: TakeIn };

/** Whoever was away for longer than so many pages of changes begins anew. */
const pagesAtMost = 10;

/** Fetches what the stream did not tell, until nothing is missing. It does not give up. */
export class CatchUp {
  readonly #parts: Parts;
  #running: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Once at a time: what is missed meanwhile is fetched as well. */
  run() {
    this.#running ??= this.#untilWhole().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #untilWhole() {
    const { sequence, left } = this.#parts.core;
    for (let failures = 0; sequence.hole() !== undefined && !left.aborted; ) {
      const hole = sequence.hole();
      const isFilled = await this.#fill().catch(() => undefined);
      if (isFilled) sequence.filled(hole);
      if (isFilled === undefined) await waitFor(pauseAfter(failures), left);
      failures = isFilled === undefined ? failures + 1 : 0;
    }
  }

  /** Whether all of it came; else there was too much, and it goes on after what was loaded instead. */
  async #fill() {
    const { core, listing } = this.#parts;
    if (core.sequence.upTo() === undefined) await listing.load();
    for (let page = 0; core.source.changes && page < pagesAtMost; page += 1)
      if (!(await this.#fillPage(core.source.changes))) return true;
    return this.#beginAnew();
  }

  /** Whether there is more. */
  async #fillPage(changes: NonNullable<Core['source']['changes']>) {
    const { core, takeIn } = this.#parts;
    const { records, seq, more } = await changes(core.sequence.upTo() ?? 0);
    for (const message of records) if (core.sequence.told(message.seq)) takeIn(message);
    core.sequence.reached(seq);
    return more;
  }

  async #beginAnew() {
    const { core, listing, history } = this.#parts;
    const { seq } = await listing.load();
    if (core.box.get().open && (await history.load()) === 'lost') throw new Error('the newest page did not come');
    core.sequence.reached(seq);
    return core.source.changes === null;
  }
}
