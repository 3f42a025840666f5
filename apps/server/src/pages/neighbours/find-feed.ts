import { isFeed } from '@mojian/foreign-files/feed/read-feed';
import { decodeHTMLAttribute } from 'entities/decode';
import { NoAnswer, type PublicReply } from '../../platform/outgoing/outgoing.ts';

/** Requests an address of a friend's site. @throws NoAnswer */
export type Ask = (url: string) => Promise<PublicReply>;

/** Usual places of a blog's feed, the most frequent first. */
const usualPaths = ['atom.xml', 'rss.xml', 'feed', 'feed.xml', 'index.xml', 'rss', 'feed.json'];
const mostNamed = 3;
/** Bytes within which the head of a page ends. */
const longestHead = 256 * 1024;

/**
 * Finds the feed of a site: the page itself, what its head names, else the usual addresses below it. Undefined when
 * there is none.
 * @throws NoAnswer when the site itself does not answer
 */
export async function findFeed(siteUrl: string, ask: Ask): Promise<PublicReply | undefined> {
  const home = await ask(siteUrl);
  if (home.status >= 500) throw new NoAnswer(`对方答以 ${home.status}`);
  if (home.status === 200 && isFeed(home.body)) return home;
  const named = home.status === 200 ? feedsNamedIn(home) : [];
  const below = home.url.endsWith('/') ? home.url : `${home.url}/`;
  const usual = usualPaths.flatMap((path) => URL.parse(path, below)?.href ?? []);
  for (const url of new Set([...named, ...usual])) {
    const reply = await ask(url).catch(() => undefined);
    if (reply?.status === 200 && isFeed(reply.body)) return reply;
  }
  return undefined;
}

const linkTag = /<link\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/gi;
const attribute = /(?<![a-z-])([a-z-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const feedType = /^application\/(?:rss\+xml|atom\+xml|feed\+json)\b/i;
/** Feeds of comments, which pages name beside that of the articles. */
const ofComments = /comment|评论|留言/i;

/** Addresses of the feeds that a page names, those of comments last. */
function feedsNamedIn({ body, url }: PublicReply): string[] {
  const named = [...body.toString('utf8', 0, longestHead).matchAll(linkTag)].flatMap(([, written = '']) => {
    const { rel = '', type = '', href = '', title = '' } = attributesOf(written);
    const address = /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedType.test(type) ? URL.parse(href, url) : null;
    return address ? [{ href: address.href, isOfComments: ofComments.test(`${title} ${href}`) }] : [];
  });
  return named
    .toSorted((one, other) => Number(one.isOfComments) - Number(other.isOfComments))
    .slice(0, mostNamed)
    .map(({ href }) => href);
}

function attributesOf(written: string): Record<string, string> {
  const pairs = [...written.matchAll(attribute)].map(([, name = '', double, single, bare]) => [
    name.toLowerCase(),
    decodeHTMLAttribute(double ?? single ?? bare ?? '').trim(),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
