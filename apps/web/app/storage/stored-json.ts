type Place = 'sessionStorage' | 'localStorage';

/** What this browser keeps under a name, for the tab or for good. Browsers that keep nothing refuse even to look. */
export function readKept<Kept>(place: Place, name: string): Kept | undefined {
  try {
    const kept = window[place].getItem(name);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** `undefined` keeps nothing. */
export function writeKept(place: Place, name: string, kept: unknown) {
  try {
    if (kept === undefined) window[place].removeItem(name);
    else window[place].setItem(name, JSON.stringify(kept));
  } catch {
    // it lives as long as what shows it does
  }
}
