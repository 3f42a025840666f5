const rememberedAtMost = 10_000;

/** Tells what is new from its repeat within so many milliseconds, such as a page's own report of a view already counted. */
export function createRepeats(within: number) {
  /** When each was last counted, oldest first. */
  const counted = new Map<string, number>();

  return {
    /** Whether this was counted a short while ago. If not, it counts as of now. */
    isRepeat(event: string, at: number) {
      const last = counted.get(event);
      if (last !== undefined && at - last < within) return true;
      counted.delete(event); // so that it moves to the end
      counted.set(event, at);
      if (counted.size > rememberedAtMost) counted.delete(counted.keys().next().value as string);
      return false;
    },

    /** Who came is not kept in memory longer than needed either. */
    forgetOld(now: number) {
      for (const [event, at] of counted) {
        if (now - at < within) return;
        counted.delete(event);
      }
    },
  };
}
