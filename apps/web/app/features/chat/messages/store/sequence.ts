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
    /** Of what the stream tells, in its order. False for what has been taken in before. */
    heard(seq: number) {
      const isNew = takeIn(seq);
      heardLast = Math.max(heardLast, seq);
      if (hole === undefined) raise(seq);
      return isNew;
    },
    /** Of a reply, which may be faster than the stream, or of what was asked for to fill a hole. */
    told: takeIn,
    /** Nothing up to here is missing. */
    reached: raise,
    /** A hole has been filled, unless the stream was cut again meanwhile: what was heard since joins what was asked for. */
    filled(which: number | undefined) {
      if (which !== hole) return;
      hole = undefined;
      raise(heardLast);
    },
  };
}
