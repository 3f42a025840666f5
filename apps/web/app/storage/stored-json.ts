type Place = 'sessionStorage' | 'localStorage';

/** JSON under a storage key, for the tab or for good. Blocked storage throws on access. */
export function readStored<Kept>(place: Place, name: string): Kept | undefined {
  try {
    const stored = window[place].getItem(name);
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** Stores a value; `undefined` removes it. */
export function writeStored(place: Place, name: string, stored: unknown) {
  try {
    if (stored === undefined) window[place].removeItem(name);
    else window[place].setItem(name, JSON.stringify(stored));
  } catch {
    // storage is blocked or full: the value lives as long as the page
  }
}
