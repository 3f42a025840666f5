import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { asObject, entryOf, type JsonObject, text } from '../values.ts';
import { type Clock, clocksOf, fillPatterns, tidyPath, writtenAddresses } from './address-tokens.ts';
import type { AddressedFile, Addresses } from './folder.ts';
import { branchesOf } from './lists.ts';

/** Spells a name as Hexo does in addresses. */
function slugize(name: string, { filename_case: nameCase }: JsonObject = {}) {
  const slug = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '');
  if (nameCase === 1) return slug.toLowerCase();
  return nameCase === 2 ? slug.toUpperCase() : slug;
}

/** Former addresses of a post or page by Hexo's patterns for permalinks; `unknown` names the tokens of a pattern that have no value. */
export function hexoAddresses(file: AddressedFile, config: JsonObject, permalink: string): Addresses {
  const { fields, place, isPage } = file;
  const own = writtenAddresses(fields.permalink);
  if (own.length > 0 && !own.some((one) => one.includes(':'))) return { known: own.map(tidyPath), unknown: [] };
  if (isPage) return { known: [tidyPath(place.path.replace(/(?:^|(?<=\/))index\.\w+$|\.\w+$/i, ''))], unknown: [] };
  const titles = titlesOf(place.path, text(config.new_post_name));
  const patterns = own.length > 0 ? own : [permalink];
  const all = titles.map((title) =>
    fillPatterns(patterns, (clock) => tokens(file, config, title, clock), clocksOf(fields.date, file.date)),
  );
  const known = [...new Set(all.flatMap((one) => one.known))];
  return { known, unknown: known.length > 0 ? [] : all.flatMap((one) => one.unknown).slice(0, 1) };
}

/** Path of a post with and without the date that `new_post_name` puts into its name. */
function titlesOf(path: string, newPostName: string) {
  const whole = path.replace(/\.\w+$/, '');
  const short = whole.replace(/(?<=^|\/)\d{4}-\d{1,2}-\d{1,2}-(?=[^/]+$)/, '');
  return newPostName.includes(':year') ? [short] : [...new Set([whole, short])];
}

function tokens(file: AddressedFile, config: JsonObject, title: string, clock: Clock | undefined) {
  const { fields, date } = file;
  const known: Record<string, string | undefined> = {
    title,
    slug: title,
    name: posix.basename(title),
    filename: posix.basename(title),
    post_title: slugize(file.title, { filename_case: 1 }),
    category: categoryOf(fields.categories ?? fields.category, config),
    id: text(fields.id) || undefined,
    hash: hashOf(title, date),
    timestamp: date === undefined ? undefined : String(date),
    i_month: clock && String(Number(clock.month)),
    i_day: clock && String(Number(clock.day)),
    year: clock?.year,
    month: clock?.month,
    day: clock?.day,
    hour: clock?.hour,
    minute: clock?.minute,
    second: clock?.second,
  };
  const defaults = asObject(config.permalink_defaults);
  return (name: string) => entryOf(known, name) ?? (text(fields[name]) || text(defaults[name]) || undefined);
}

function hashOf(title: string, date: number | undefined) {
  if (date === undefined) return undefined;
  const written = title + Math.floor(date / 1000);
  return createHash('sha1').update(written).digest('hex').slice(0, 12);
}

/** Path of the last category, the deepest one, with the spellings of `category_map`. */
function categoryOf(written: unknown, config: JsonObject) {
  const last = branchesOf([written].flat(1), 'hexo').at(-1);
  if (!last) return text(config.default_category) || 'uncategorized';
  return listPath(last.path, config, 'category_map');
}

/** Path of the page of a category or tag below `category_dir` or `tag_dir`. */
export function listPath(path: string, config: JsonObject, map: 'category_map' | 'tag_map') {
  const spelled = asObject(config[map]);
  return path
    .split('/')
    .map((name) => slugize(text(spelled[name]) || name, config))
    .join('/');
}
