import { chinaOffset } from '@mojian/contract/platform/time';
import { isObject, siteAddressOf } from '../fields.ts';
import { entryOf } from '../values.ts';
import { readSerialized, textField } from './serialized.ts';

/** The forms offered on the page 永久链接; a backup does not say which was chosen. */
const offered = {
  post: ['/archives/[cid]/', '/archives/[slug].html', '/[year]/[month]/[day]/[slug].html', '/[category]/[slug].html'],
  page: ['/[slug].html'],
  category: ['/category/[slug]/'],
  tag: ['/tag/[slug]/'],
  attachment: ['/attachment/[cid]/'],
};

/** Rules of a site's addresses, such as `/archives/[cid:digital]/`, its folder and its offset from UTC in milliseconds. */
export type Routes = Record<keyof typeof offered, string[]> & { path: string; offset: number };

/** Reads the rules from the options; those that are missing get every form offered. */
export function routesOf(options: Map<string, string>): Routes {
  const table = readSerialized(options.get('routingTable'));
  const rule = (name: keyof typeof offered) => {
    const url = isObject(table) ? textField(table[name], 'url') : '';
    return url ? [url] : offered[name];
  };
  const zone = Number.parseInt(options.get('timezone') ?? '', 10);
  return {
    post: rule('post'),
    page: rule('page'),
    category: rule('category'),
    tag: rule('tag'),
    attachment: rule('attachment'),
    path: folderOf(options.get('siteUrl') ?? ''),
    offset: Number.isNaN(zone) ? chinaOffset : zone * 1000,
  };
}

function folderOf(siteUrl: string) {
  return siteAddressOf(siteUrl) ? new URL(siteAddressOf(siteUrl)).pathname.replace(/^\/$/, '') : '';
}

/** Fills rules in, each with and without `index.php`: sites without rewriting have it, those with it answer to both. */
export function addressesOf(rules: string[], path: string, names: Record<string, string>): string[] {
  const filled = rules.flatMap((rule) => fill(rule, names) ?? []);
  return [...new Set(filled.flatMap((address) => [`${path}${address}`, `${path}/index.php${address}`]))];
}

const placeholder = /\[(\w+)[^\]]{0,40}\]/g;

/** Undefined when a rule needs a name that is missing. */
function fill(rule: string, names: Record<string, string>): string | undefined {
  if ([...rule.matchAll(placeholder)].some(([, name = '']) => !entryOf(names, name))) return undefined;
  const address = rule.replace(placeholder, (_all, name: string) => entryOf(names, name) ?? '');
  return address.startsWith('/') ? address : `/${address}`;
}

/** Year, month and day of a moment at the site. */
export function dateNames(time: number | null, offset: number): Record<string, string> {
  if (time === null) return {};
  const [year = '', month = '', day = ''] = new Date(time + offset).toISOString().slice(0, 10).split('-');
  return { year, month, day };
}
