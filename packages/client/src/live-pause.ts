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
