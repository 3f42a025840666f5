const longestSlug = 64;

/** Ids the pages around a text use themselves. */
const pageIds = ['main', 'comments', 'top', 'root', 'app'];

/**
 * A readable id: NFKC, lower case, letters (Chinese too) and digits, with hyphens between words.
 * Lower case also keeps it from shadowing the camelCase globals of a browser's window. '' if nothing remains.
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
  /** A new id for this text: prefixed, and numbered from -2 when it is taken. */
  take: (text: string) => string;
  /** The id a link to this fragment means. */
  find: (fragment: string) => string;
};

/** Hands out the ids of one text. */
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
