import type { Viewer } from '../http/viewer.ts';

/** One entry of a feed: what each topic hears of it. A stream that listens to several hears the first of them only. */
export type FeedEntry = { seq: number; told: { topic: string; data: unknown }[] };

/**
 * A log whose numbers become visible in their order: whoever has heard up to `seq` finds all they lack above it. It is
 * the truth behind the events of type `chat`; what travels between processes is only that there is something new.
 */
export type Feed = {
  /** The newest number, 0 while there is none. */
  latest(): Promise<number>;
  /** What came after `seq`, in order, at most `limit` entries. */
  after(seq: number, limit: number): Promise<FeedEntry[]>;
  /** Of what came after `seq` what this member may hear, in order; for streams that were away. */
  afterFor(viewer: Viewer, seq: number, limit: number): Promise<{ seq: number; data: unknown }[]>;
};
