/**
 * Every window is the home of what is written in it. It holds a lock by its name for as long as it lives: whoever gets
 * that lock knows that the window is gone, and may send what it left. Browsers without locks (on a site without https)
 * send what they find: a key counts once with the server.
 */
export function holdHome(home: string, until: Promise<unknown>): Promise<void> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return Promise.resolve();
  return new Promise((resolve) => {
    locks
      .request(nameOf(home), () => {
        resolve();
        return until;
      })
      .catch(() => resolve());
  });
}

/** Calls once the window is gone, unless the signal ends the wait. */
export function whenGone(home: string, left: AbortSignal, act: () => void) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return act();
  locks.request(nameOf(home), { signal: left }, act).catch(() => {});
}

export function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function nameOf(home: string) {
  return `chat window ${home}`;
}
