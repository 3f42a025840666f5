import { posix } from 'node:path';
import { asObject, entryOf, type JsonObject, text } from '../values.ts';
import {
  type Clock,
  calendarOf,
  clocksOf,
  fillPatterns,
  isoWeekOf,
  listOf,
  tidyPath,
  writtenAddresses,
} from './address-tokens.ts';
import type { AddressedFile, Addresses } from './folder.ts';

const styles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** Addresses of a post, document or page by the configuration of Jekyll. */
export function jekyllAddresses(file: AddressedFile, config: JsonObject): Addresses {
  const { fields, place } = file;
  const pattern = patternOf(file, config);
  const { known, unknown } = fillPatterns([pattern], (clock) => tokens(file, clock), clocksOf(fields.date, file.date));
  const former = writtenAddresses(fields.redirect_from).map(tidyPath);
  const isIndex = /(?:^|\/)index\.\w+$/i.test(place.path);
  return {
    known: [...(isIndex ? known.map((one) => one.replace(/index(?:\.html)?$/, '')) : known), ...former],
    unknown,
  };
}

function patternOf({ fields, place }: AddressedFile, config: JsonObject) {
  const own = text(fields.permalink);
  const general = text(config.permalink) || 'date';
  const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(place.path);
  if (own !== '') return isPost ? (entryOf(styles, own) ?? own) : own;
  if (isPost)
    return text(asObject(asObject(config.collections).posts).permalink) || (entryOf(styles, general) ?? general);
  const collection = collectionOf(place.path);
  if (collection !== '')
    return text(asObject(asObject(config.collections)[collection]).permalink) || '/:collection/:path:output_ext';
  return '/:path:output_ext';
}

function collectionOf(path: string) {
  return /(?:^|\/)_([^/]+)\//.exec(path)?.[1] ?? '';
}

/** Categories of a post: the folders above `_posts`, and those it names. */
export function jekyllCategories(path: string, fields: JsonObject): string[] {
  const [, above = ''] = /^(.*?)\/?_(?:posts|drafts)\//.exec(path) ?? [];
  const named = [...listOf(fields.category), ...splitWords(fields.categories)];
  return [...new Set([...above.split('/').filter((name) => name !== '' && !name.startsWith('_')), ...named])];
}

/** Jekyll splits a text of several categories or tags at blanks. */
export function splitWords(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/[\s,，、]+/).filter(Boolean) : listOf(value);
}

function tokens(file: AddressedFile, clock: Clock | undefined) {
  const { place, fields, meta } = file;
  const bare = place.path.replace(/\.\w+$/, '');
  const collection = collectionOf(place.path);
  const inCollection = collection === '' ? bare : bare.slice(bare.indexOf(`_${collection}/`) + collection.length + 2);
  const name = posix.basename(bare).replace(/^\d{2,4}-\d{1,2}-\d{1,2}-/, '');
  const categories = jekyllCategories(place.path, fields).map((one) => one.toLowerCase());
  const known: Record<string, string | undefined> = {
    title: meta.slug || name,
    slug: slugified(meta.slug || name),
    name: posix.basename(bare),
    path: inCollection,
    basename: posix.basename(bare),
    collection,
    output_ext: '.html',
    categories: categories.join('/'),
    slugified_categories: categories.map(slugified).join('/'),
    ...(clock && dateTokens(clock)),
  };
  return (token: string) => (Object.hasOwn(known, token) ? known[token] : undefined);
}

function slugified(name: string) {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function dateTokens(clock: Clock): Record<string, string> {
  const { month, weekday, weekdayNumber, yearDay } = calendarOf(clock);
  const week = isoWeekOf(clock);
  const two = (count: number) => String(count).padStart(2, '0');
  return {
    year: clock.year,
    short_year: clock.year.slice(2),
    month: clock.month,
    i_month: String(Number(clock.month)),
    short_month: month.slice(0, 3),
    long_month: month,
    day: clock.day,
    i_day: String(Number(clock.day)),
    y_day: String(yearDay).padStart(3, '0'),
    w_year: String(week.year),
    week: two(week.week),
    w_day: String(weekdayNumber || 7),
    short_day: weekday.slice(0, 3),
    long_day: weekday,
    hour: clock.hour,
    minute: clock.minute,
    second: clock.second,
  };
}
