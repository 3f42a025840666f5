import type { ChatMessage } from '@mojian/contract/chat/messages';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';

/**
 * Tracks which events were applied. Nothing is missing up to `upTo`; while there may be a gap, live events lie beyond
 * it and do not raise `upTo`.
 */
export type Sequence = ReturnType<typeof createSequence>;

export function createSequence() {
  let upTo: number | undefined;
  /** Undefined without a gap; else a number that grows with each disconnect. */
  let gap: number | undefined = 0;
  let gaps = 0;
  /** The newest event since the last disconnect. */
  let newestLive = 0;
  /** Applied already, above `upTo`: beyond a gap, or from the reply to an own call. */
  const ahead = new Set<number>();

  const raise = (seq: number) => {
    upTo = Math.max(upTo ?? 0, seq);
    for (const one of ahead) if (one <= upTo) ahead.delete(one);
  };
  const openGap = () => {
    gaps += 1;
    gap = gaps;
    newestLive = 0;
  };
  const takeIn = (seq: number) => {
    const isNew = seq > (upTo ?? 0) && !ahead.has(seq);
    ahead.add(seq);
    return isNew;
  };

  return {
    upTo: () => upTo,
    /** The present gap, if any. */
    gap: () => gap,
    /** Marks a possible gap. */
    openGap,
    /** Forgets all numbers: the server has restored a backup and gives lower ones again. */
    restart() {
      upTo = undefined;
      ahead.clear();
      openGap();
    },
    /** Takes an event of the stream, in order. Returns false for a duplicate. */
    acceptLive(seq: number) {
      const isNew = takeIn(seq);
      newestLive = Math.max(newestLive, seq);
      if (gap === undefined) raise(seq);
      return isNew;
    },
    /** Takes an event from a reply, which may overtake the stream, or from filling a gap. */
    acceptReply: takeIn,
    /** Marks everything up to this id as complete. */
    completeUpTo: raise,
    /** Closes a gap, unless the stream disconnected again: newer live events join the loaded ones. */
    closeGap(which: number | undefined) {
      if (which !== gap) return;
      gap = undefined;
      raise(newestLive);
    },
  };
}

export type Recent = ReturnType<typeof createRecent>;

/** Buffers live events during a request, whose response may be older. */
export function createRecent() {
  let asking = 0;
  let recent: ChatMessage[] = [];
  return {
    add(message: ChatMessage) {
      if (asking > 0) recent.push(message);
    },
    /** The response, and events since the request. */
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
/** Milliseconds of network delay that do not count as a wrong clock. */
const tolerance = 3000;

export type Clock = ReturnType<typeof createClock>;

/** Estimates the server's clock, as device clocks may be hours off. */
export function createClock(deviceNow: () => number = Date.now) {
  let offset = readStored<number>('sessionStorage', name) ?? 0;
  const keep = (found: number) => {
    offset = Math.abs(found) < tolerance ? 0 : found;
    writeStored('sessionStorage', name, offset);
  };
  return {
    now: () => deviceNow() + offset,
    /** A message is not from the future, whatever the device's clock says. */
    seen(createdAt: string) {
      const least = Date.parse(createdAt) - deviceNow();
      if (least > offset + tolerance) keep(least);
    },
    /** A message the server created just now. */
    madeNow(createdAt: string) {
      keep(Date.parse(createdAt) - deviceNow());
    },
  };
}
