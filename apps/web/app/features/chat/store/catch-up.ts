import type { Core } from './core.ts';
import type { History } from './history.ts';
import type { Listing } from './listing.ts';
import { pauseAfter, waitFor } from './pauses.ts';
import type { TakeIn } from './take-in.ts';

type Parts = { core: Core; listing: Listing; history: History; takeIn: TakeIn };

/** Whoever was away for longer than so many pages of changes begins anew. */
const pagesAtMost = 10;

/** Fetches what the stream did not tell, until nothing is missing. Once at a time; it does not give up. */
export function createCatchUp({ core, listing, history, takeIn }: Parts) {
  const { sequence, source } = core;
  let running: Promise<void> | undefined;

  async function run() {
    for (let failures = 0; sequence.hole() !== undefined && !core.left.aborted; ) {
      const hole = sequence.hole();
      try {
        if (sequence.upTo() === undefined) await listing.load();
        if (await fill()) sequence.filled(hole);
      } catch {
        await waitFor(pauseAfter(failures), core.left);
        failures += 1;
      }
    }
  }

  /** Whether all of it came; else there was too much, and it goes on after what was loaded instead. */
  async function fill() {
    for (let page = 0; source.changes && page < pagesAtMost; page += 1) {
      const { records, seq, more } = await source.changes(sequence.upTo() ?? 0);
      if (core.left.aborted) return false;
      for (const message of records) if (sequence.told(message.seq)) takeIn(message);
      sequence.reached(seq);
      if (!more) return true;
    }
    return beginAnew();
  }

  async function beginAnew() {
    const { seq } = await listing.load();
    if (core.box.get().open && (await history.load()) === 'lost') throw new Error('the newest page did not come');
    sequence.reached(seq);
    return source.changes === null;
  }

  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
