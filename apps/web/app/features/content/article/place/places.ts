const name = 'readingPlaces';
/** The place least lately read makes room. */
const most = 100;

/** How far below the top of the window a place is: below the header. */
export const placeLine = 100;

/** Where somebody stopped: in which block of the text, how far into it, and how much of the text that is (0 to 1). */
export type Place = { block: number; into: number; share: number };

/** Newest last. */
type Kept = [articleId: number, ...Place[keyof Place][]][];

export function placeIn(articleId: number): Place | undefined {
  const found = read().find(([id]) => id === articleId);
  if (!found) return undefined;
  const [, block = 0, into = 0, share = 0] = found;
  return { block, into, share };
}

/** Without a place the article is forgotten: it has been read to its end. */
export function keepPlaceIn(articleId: number, place: Place | undefined) {
  const others = read().filter(([id]) => id !== articleId);
  if (place) others.push([articleId, place.block, round(place.into), round(place.share)]);
  try {
    localStorage.setItem(name, JSON.stringify(others.slice(-most)));
  } catch {
    // a browser that keeps nothing begins at the beginning
  }
}

const round = (share: number) => Math.round(share * 1000) / 1000;

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.every(Number.isFinite)) : [];
  } catch {
    return [];
  }
}
