import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeTitle } from '../web-fields.ts';
import { beginningOf, encodingsToTry } from '../xml/encodings.ts';
import { readXmlText } from '../xml/xml.ts';
import { readEntry } from './atom.ts';
import { isJsonFeed, isXmlFeed } from './forms.ts';
import { readJsonItem } from './json-item.ts';
import { readRssItem } from './rss.ts';

/** Title, address and date of an entry. `publishedAt`: milliseconds; null where the feed has no usable date. */
export type FeedTitle = { title: string; link: string; publishedAt: number | null };

/** UTF-16 units read of one text of an entry: titles and links are shorter. */
const longestText = 4000;
/** UTF-16 units parsed in one turn of the event loop: some milliseconds, whatever stands in it. */
const pieceLength = 16 * 1024;

/** Whether the bytes begin as RSS, Atom, RDF or JSON Feed. */
export function isFeed(bytes: Uint8Array): boolean {
  const beginning = beginningOf(bytes);
  return isXmlFeed(beginning) || isJsonFeed(beginning);
}

/**
 * Reads titles, links and dates of a feed of any form and encoding, the first `most` entries; undefined when it is none.
 * A feed that breaks off, or is broken, gives what can be read of it. Leaves the event loop to others in between.
 */
export async function readFeed(bytes: Uint8Array, most: number): Promise<FeedTitle[] | undefined> {
  const beginning = beginningOf(bytes);
  if (isJsonFeed(beginning)) return readJsonFeed(bytes, most);
  return isXmlFeed(beginning) ? readXmlFeed(bytes, most) : undefined;
}

const records = new Set(['item', 'entry', 'atom:entry']);

async function readXmlFeed(bytes: Uint8Array, most: number) {
  const titles: FeedTitle[] = [];
  for await (const { node, isBroken } of readXmlText(piecesOf(decode(bytes)), { records, longest: longestText })) {
    if (!records.has(node.name) || isBroken) continue;
    const entry = node.name === 'item' ? readRssItem(node) : readEntry(node);
    if (entry) titles.push(titleOf(entry));
    if (titles.length === most) break;
  }
  return titles;
}

function titleOf({ title, link, publishedAt, updatedAt }: FeedTitle & { updatedAt: number | null }): FeedTitle {
  return { title, link, publishedAt: publishedAt ?? updatedAt };
}

function readJsonFeed(bytes: Uint8Array, most: number): FeedTitle[] | undefined {
  const read = parse(decode(bytes).replace(/^\ufeff/, ''));
  if (!Array.isArray(read)) return undefined;
  return read.slice(0, most).flatMap((item, index) => {
    const entry = readJsonItem(item, index);
    return entry ? [titleOf({ ...entry, title: decodeTitle(entry.title) })] : [];
  });
}

/** The items of a JSON Feed; undefined for what breaks off. */
function parse(text: string): unknown {
  try {
    return (JSON.parse(text) as { items?: unknown }).items;
  } catch {
    return undefined;
  }
}

async function* piecesOf(text: string) {
  const written = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < written.length; at += pieceLength) {
    yield written.slice(at, at + pieceLength);
    await nextTurn();
  }
}

/** Decodes what may break off within a character; what is in no known encoding is replaced. */
function decode(bytes: Uint8Array) {
  for (const encoding of encodingsToTry(bytes)) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    } catch {} // another encoding, or an unknown one
  }
  return new TextDecoder().decode(bytes);
}
