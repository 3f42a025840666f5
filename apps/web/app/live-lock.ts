/** The part of the browser's LockManager that is needed. */
export type Locks = Pick<LockManager, 'request'>;

type Given = {
  locks: Locks;
  name: string;
  onMine: () => void;
  /** Another tab took it: this one stood still too long. */
  onTaken: () => void;
};

/** A lock that one tab of the browser holds, until it lets go or goes away. */
export function openLock({ locks, name, onMine, onTaken }: Given) {
  let asking: AbortController | undefined;
  let release: (() => void) | undefined;

  function ask({ steal = false } = {}) {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const hold = () => {
      if (mine.signal.aborted) return;
      return new Promise<void>((resolve) => {
        release = resolve;
        onMine();
      });
    };
    locks.request(name, steal ? { steal } : { signal: mine.signal }, hold).catch(() => {
      if (mine.signal.aborted) return;
      release = undefined;
      onTaken();
    });
  }

  function letGo() {
    asking?.abort();
    release?.();
    release = undefined;
  }

  return { ask, letGo, isMine: () => release !== undefined };
}
