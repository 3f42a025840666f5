import { escapeHtml } from '@mojian/markdown/text';
import { z } from 'zod';
import type { Item, Source } from '../../form.ts';
import { type JsonValue, parseValue, readJsonValues } from '../json-stream.ts';
import { plausibleTime, webAddress } from '../web-fields.ts';
import { articleOf, type FeedEntry, loss, tooLong } from './entry.ts';

const text = z.string().catch('');
const author = z.object({ name: text, url: text }).partial().catch({});
const attachment = z.object({ url: text, mime_type: text }).partial().catch({});

/** An item of JSON Feed 1 or 1.1; a field of another type counts as missing. */
const item = z.object({
  id: z.union([z.string(), z.number()]).transform(String).catch(''),
  url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  author: author.optional(),
  authors: z.array(author).catch([]),
  tags: z.array(z.string()).catch([]),
  attachments: z.array(attachment).catch([]),
});

export async function* readJsonFeed(source: Source): AsyncGenerator<Item> {
  const site = { url: '', title: '' };
  for await (const part of readJsonValues(source.path, (path) => path.length === 1 && path[0] === 'items')) {
    const [name = '', index] = part.path;
    if (index === undefined) readField(site, name, parseValue(part));
    if (index === '0') yield { kind: 'site', ...site };
    if (index !== undefined) yield await readItem(part, Number(index));
  }
}

function readField(site: { url: string; title: string }, name: string, value: unknown) {
  if (typeof value !== 'string') return;
  if (name === 'title') site.title = value;
  if (name === 'home_page_url') site.url = value.replace(/\/$/, '');
}

async function readItem(part: JsonValue, index: number): Promise<Item> {
  const place = `第 ${index + 1} 项`;
  if (part.tooLarge) return loss(place, tooLong);
  const read = item.safeParse(parseValue(part));
  return read.success ? articleOf(entryOf(read.data, index)) : loss(place, '不是 JSON Feed 的一项');
}

function entryOf(read: z.infer<typeof item>, index: number): FeedEntry {
  const [writer = read.author] = read.authors;
  const html = read.content_html || escapeHtml(read.content_text).replaceAll('\n', '<br>');
  return {
    key: read.id || read.url || `item-${index}`,
    title: read.title,
    html: html || read.summary,
    isExcerpt: html === '',
    summary: html ? read.summary : '',
    link: read.url,
    author: writer?.name ? { name: writer.name, email: '', website: webAddress(writer.url ?? '') } : null,
    categories: [...new Set(read.tags)],
    publishedAt: plausibleTime(Date.parse(read.date_published)),
    updatedAt: plausibleTime(Date.parse(read.date_modified)),
    cover: webAddress(read.image) || webAddress(read.banner_image),
    enclosures: read.attachments.flatMap(({ url = '', mime_type: type = '' }) =>
      webAddress(url) ? [{ url, type }] : [],
    ),
    line: 0,
  };
}
