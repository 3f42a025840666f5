const longestSlug = 64;

/** Ids used by the pages around a text. */
const pageIds = ['main', 'comments', 'top', 'root', 'app'];

/**
 * Readable id: NFKC, lower case, letters (Chinese too) and digits, hyphens between words. Lower case also avoids
 * shadowing the camelCase globals of a browser's window. '' if nothing remains.
 */
export function slugify(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/['’]/g, '');
  const joined = words.replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^[-_]+/, '');
  return [...joined.slice(0, longestSlug * 2)]
    .slice(0, longestSlug)
    .join('')
    .replace(/(?<![-_])[-_]+$/, '');
}

export type Ids = {
  /** Reserves an id for this text: prefixed, and numbered from -2 if taken. */
  take: (text: string) => string;
  /** Resolves a link's fragment to an id. */
  find: (fragment: string) => string;
};

/** Allocates the ids of one text. */
export function createIds(prefix: string): Ids {
  const taken = new Map(pageIds.map((id) => [id, 1]));

  function take(text: string): string {
    const slug = slugify(text) || 'section';
    let id = slug;
    while (taken.has(id)) {
      const count = (taken.get(slug) ?? 1) + 1;
      taken.set(slug, count);
      id = `${slug}-${count}`;
    }
    taken.set(id, 1);
    return prefix + id;
  }

  return { take, find: (fragment) => prefix + slugify(fragment) };
}
