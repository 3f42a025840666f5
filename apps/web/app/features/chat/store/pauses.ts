const first = 1000;
const longest = 20_000;

/** Milliseconds before the next try: about a second, then two, four … twenty; not all browsers at the same moment. */
export function pauseAfter(failures: number, chance = Math.random()) {
  return Math.min(longest, first * 2 ** failures) * (0.5 + chance / 2);
}

/** Waits so long, less when the network comes back, and no longer than until the signal. */
export function waitFor(milliseconds: number, left: AbortSignal) {
  return new Promise<void>((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (left.aborted) return end();
    left.addEventListener('abort', end, { signal: over.signal });
    globalThis.addEventListener?.('online', end, { signal: over.signal });
  });
}
