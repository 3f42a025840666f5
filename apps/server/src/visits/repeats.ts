const sameView = 10_000;
const rememberedAtMost = 10_000;

/** Tells a visitor's view of a page from the page's own report of the same view, which comes a moment later. */
export function createRepeats() {
  /** When a view was last counted, oldest first. */
  const counted = new Map<string, number>();

  return {
    /** Whether this view was counted less than ten seconds ago. If not, it counts as of now. */
    isRepeat(view: string, at: number) {
      const last = counted.get(view);
      if (last !== undefined && at - last < sameView) return true;
      counted.delete(view); // so that it moves to the end
      counted.set(view, at);
      if (counted.size > rememberedAtMost) counted.delete(counted.keys().next().value as string);
      return false;
    },

    /** Who came is not kept in memory longer than needed either. */
    forgetOld(now: number) {
      for (const [view, at] of counted) {
        if (now - at < sameView) return;
        counted.delete(view);
      }
    },
  };
}
