import type { ChatMessage } from '@mojian/contract/chat/messages';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';

/**
 * Keeps account of which changes have been taken in. `upTo` is the number below which nothing is missing; while something
 * may have been missed, what is heard live lies beyond a hole and does not raise it.
 */
export type Sequence = ReturnType<typeof createSequence>;

export function createSequence() {
  let upTo: number | undefined;
  /** Undefined while nothing is missing; else one more for each time the stream was cut. */
  let hole: number | undefined = 0;
  let cuts = 0;
  /** The newest one the stream told since it was last cut. */
  let heardLast = 0;
  /** Taken in already, above `upTo`: heard beyond a hole, or come as the reply to the member's own call. */
  const ahead = new Set<number>();

  const raise = (seq: number) => {
    upTo = Math.max(upTo ?? 0, seq);
    for (const one of ahead) if (one <= upTo) ahead.delete(one);
  };
  const takeIn = (seq: number) => {
    const isNew = seq > (upTo ?? 0) && !ahead.has(seq);
    ahead.add(seq);
    return isNew;
  };

  return {
    upTo: () => upTo,
    /** Which hole is to be filled, if there is one. */
    hole: () => hole,
    /** Something may have been missed. */
    cut() {
      cuts += 1;
      hole = cuts;
      heardLast = 0;
    },
    /** Takes an event of the stream, in order. Returns false for a duplicate. */
    heard(seq: number) {
      const isNew = takeIn(seq);
      heardLast = Math.max(heardLast, seq);
      if (hole === undefined) raise(seq);
      return isNew;
    },
    /** Takes an event from a reply, which may overtake the stream, or from filling a gap. */
    notified: takeIn,
    /** Marks everything up to this id as complete. */
    reached: raise,
    /** A hole has been filled, unless the stream was cut again meanwhile: what was heard since joins what was asked for. */
    filled(which: number | undefined) {
      if (which !== hole) return;
      hole = undefined;
      raise(heardLast);
    },
  };
}

export type Recent = ReturnType<typeof createRecent>;

/** Remembers what is heard while a question is on its way: its answer may be older than that. */
export function createRecent() {
  let asking = 0;
  let recent: ChatMessage[] = [];
  return {
    add(message: ChatMessage) {
      if (asking > 0) recent.push(message);
    },
    /** The answer, and what was heard since the question. */
    async during<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; since: ChatMessage[] }> {
      asking += 1;
      const from = recent.length;
      try {
        const answer = await ask();
        return { answer, since: recent.slice(from) };
      } finally {
        asking -= 1;
        if (asking === 0) recent = [];
      }
    },
  };
}

const name = 'chat clock';
/** Milliseconds: the way a message takes is no fault of the clock. */
const tolerance = 3000;

export type Clock = ReturnType<typeof createClock>;

/** The server's clock, as far as it can be told from what it says: the device's may be hours off. */
export function createClock(deviceNow: () => number = Date.now) {
  let offset = readStored<number>('sessionStorage', name) ?? 0;
  const keep = (found: number) => {
    offset = Math.abs(found) < tolerance ? 0 : found;
    writeStored('sessionStorage', name, offset);
  };
  return {
    now: () => deviceNow() + offset,
    /** Somebody's message: whatever the device believes, it is not from the future. */
    seen(createdAt: string) {
      const least = Date.parse(createdAt) - deviceNow();
      if (least > offset + tolerance) keep(least);
    },
    /** A message the server made just now. */
    madeNow(createdAt: string) {
      keep(Date.parse(createdAt) - deviceNow());
    },
  };
}
