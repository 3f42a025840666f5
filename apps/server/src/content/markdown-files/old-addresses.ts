import { chinaDay } from '../../platform/dates.ts';
import { movedKey } from '../slugs/moved.ts';
import { datedName } from './dates.ts';
import type { Said } from './fields.ts';

const longest = 400;

/** The last part of a file's path that names it: `rain` of `posts/rain.md` and of `posts/rain/index.md`. */
export function fileName(key: string) {
  const parts = key.replace(/\.\w+$/, '').split('/');
  const name = parts.at(-1) ?? '';
  return (/^(?:index|README)$/i.test(name) && parts.at(-2)) || name;
}

/** Where VitePress or Hugo would show a file of this path. */
export function fileAddress(key: string) {
  const path = key
    .replace(/(?:^|\/)(?:index|README)\.\w+$|\.\w+$/i, '')
    .replace(/^(?:(?:source|src|content|docs|_posts|_drafts)(?:\/|$))+/, '');
  return `/${path}`;
}

/**
 * The addresses an article may have had: what its file says, where its folder puts it, and the dated ones of Hexo,
 * Jekyll and Docusaurus.
 */
export function oldAddresses(key: string, said: Said) {
  const named = datedName(fileName(key));
  const slug = said.slug.replace(/^\/|\/$/g, '') || named?.slug || fileName(key);
  const date = named?.date ?? said.date;
  const day = date === undefined ? undefined : chinaDay(date).replaceAll('-', '/');
  const inFolder = fileAddress(key);
  const given = [
    ...said.addresses.map((address) => URL.parse(address, 'http://site')?.pathname ?? ''),
    ...(said.abbrlink ? [`/posts/${said.abbrlink}`] : []),
    inFolder,
    ...(said.slug ? [inFolder.slice(0, inFolder.lastIndexOf('/') + 1) + slug] : []),
    ...(day ? [`/${day}/${slug}`, `/blog/${day}/${slug}`] : []),
    ...(day && said.category ? [`/${said.category}/${day}/${slug}`] : []),
  ];
  const keys = given.filter((path) => path !== '' && !path.includes(':')).map(movedKey);
  return [...new Set(keys)].filter((path) => path !== '/' && path.length <= longest);
}
