import { readJsonItem } from '@mojian/foreign-files/feed/json-item';
import type { Item, Source } from '../../form.ts';
import { type JsonValue, parseValue, readJsonValues } from '../json-stream.ts';
import { articleOf, loss, tooLong } from './entry.ts';

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
  const read = readJsonItem(parseValue(part), index);
  return read ? articleOf(read) : loss(place, '不是 JSON Feed 的一项');
}
