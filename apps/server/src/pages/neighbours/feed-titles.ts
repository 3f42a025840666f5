import { dayLength } from '@mojian/contract/platform/time';
import type { FeedTitle } from '@mojian/foreign-files/feed/read-feed';
import { cleanText } from '@mojian/markdown/text';
import { namesPublicHost } from '../../platform/outgoing/outgoing.ts';

/** An article as it is stored. `publishedAt`: 0 without a date. */
export type StoredTitle = { url: string; title: string; publishedAt: number };

const longestTitle = 120;
const longestUrl = 1000;
/** By how much the clock of a friend's server may be ahead. */
const clockSlack = dayLength;

/** Titles of a feed that can be shown: with a title and a public address, each address once, in the order of the feed. */
export function usableTitles(titles: FeedTitle[], feedUrl: string, now: number): StoredTitle[] {
  const usable = new Map<string, StoredTitle>();
  for (const { title, link, publishedAt } of titles) {
    const url = addressOf(link, feedUrl);
    const text = oneLine(title);
    if (url && text && !usable.has(url)) usable.set(url, { url, title: text, publishedAt: dateOf(publishedAt, now) });
  }
  return [...usable.values()];
}

function addressOf(link: string, feedUrl: string) {
  const address = link.trim() ? URL.parse(link.trim(), feedUrl) : null;
  if (!address || !/^https?:$/.test(address.protocol) || !namesPublicHost(address.href)) return '';
  address.hash = '';
  address.username = '';
  address.password = '';
  return address.href.length <= longestUrl ? address.href : '';
}

function oneLine(title: string) {
  const characters = Array.from(cleanText(title).replace(/\s+/g, ' ').trim());
  return characters.length <= longestTitle ? characters.join('') : `${characters.slice(0, longestTitle).join('')}…`;
}

/** A date in the future is none; one that is ahead by a wrong clock or time zone is now. */
function dateOf(publishedAt: number | null, now: number) {
  if (publishedAt === null || publishedAt > now + clockSlack) return 0;
  return Math.min(publishedAt, now);
}

type Known = StoredTitle & { id: number };
export type Merged = { added: StoredTitle[]; changed: Known[]; removed: number[] };

/**
 * Compares what a feed has now with what is stored, of which the newest `most` stay. A date once known stands, so that an edit
 * brings nothing up; a new article without a date is of now, unless the feed is read for the first time. What the feed no
 * longer has among its own was taken back by the friend.
 */
export function mergeTitles(known: Known[], read: StoredTitle[], most: number, now: number): Merged {
  const dateless = known.length === 0 ? 0 : now;
  const merged: (StoredTitle & { known?: Known })[] = read.map((title) => {
    const same = known.find((one) => isSame(one, title));
    return same
      ? { ...title, publishedAt: same.publishedAt || title.publishedAt, known: same }
      : { ...title, publishedAt: title.publishedAt || dateless };
  });
  const oldest = Math.min(...read.map(({ publishedAt }) => publishedAt || Number.POSITIVE_INFINITY));
  const older = known.filter(
    (one) => one.publishedAt < oldest && merged.every((article) => article.known?.id !== one.id),
  );
  const newest = [...merged, ...older.map((one) => ({ ...one, known: one }))]
    .toSorted((one, other) => other.publishedAt - one.publishedAt)
    .slice(0, most);
  return {
    added: newest.flatMap(({ known, ...article }) => (known ? [] : [article])),
    changed: newest.flatMap(({ known, ...article }) =>
      known && differs(known, article) ? [{ ...article, id: known.id }] : [],
    ),
    removed: known.filter(({ id }) => newest.every((article) => article.known?.id !== id)).map(({ id }) => id),
  };
}

/** Whether it is the same article: of one address, or of one title and date. */
function isSame(known: StoredTitle, { url, title, publishedAt }: StoredTitle) {
  return known.url === url || (publishedAt > 0 && known.title === title && known.publishedAt === publishedAt);
}

function differs(one: StoredTitle, other: StoredTitle) {
  return one.url !== other.url || one.title !== other.title || one.publishedAt !== other.publishedAt;
}
