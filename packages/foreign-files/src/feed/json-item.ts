import { escapeHtml } from '@mojian/markdown/text';
import { z } from 'zod';
import { plausibleTime, webAddress } from '../web-fields.ts';
import type { FeedEntry } from './entry.ts';

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

/** Reads an item of JSON Feed; undefined for what is none. `index`: its place, from 0. */
export function readJsonItem(value: unknown, index: number): FeedEntry | undefined {
  const read = item.safeParse(value);
  return read.success ? entryOf(read.data, index) : undefined;
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
