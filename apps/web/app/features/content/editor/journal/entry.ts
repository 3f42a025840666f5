import type { ArticleContent } from '@mojian/contract/content/article-content';
import { blankContent } from '../blank-content.ts';

/** What this browser keeps of an article until the server has it. */
export type Entry = {
  /** The member and the key. */
  name: string;
  member: number;
  /** Null until the server has given it one. */
  id: number | null;
  /** The browser's own mark of it, the same for as long as it is written on. */
  key: string;
  /** The server's version this text goes on from; null until there is one. */
  version: number | null;
  content: ArticleContent;
  /** On its way to the server when this was written: it may have got there without an answer. */
  sent: ArticleContent | null;
  at: number;
};

export type Place = Pick<Entry, 'id' | 'key' | 'version'>;

export function entryName(member: number, key: string) {
  return `${member}:${key}`;
}

/** Whether two texts are one and the same to the server, which trims lines and drops what no database keeps. */
export function isSame(one: ArticleContent, other: ArticleContent) {
  return asKept(one) === asKept(other);
}

/** Nobody has written anything in it. */
export function isBlank(content: ArticleContent) {
  return isSame(content, blankContent);
}

function asKept(content: ArticleContent) {
  const names = Object.keys(blankContent) as (keyof ArticleContent)[];
  return JSON.stringify(names.map((name) => kept(name, content[name] ?? blankContent[name])));
}

function kept(name: keyof ArticleContent, value: ArticleContent[keyof ArticleContent]) {
  if (typeof value === 'string') return name === 'markdown' ? clean(value) : clean(value).trim();
  return Array.isArray(value) ? [...new Set(value.map((tag) => clean(tag).trim()))] : value;
}

const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');

// crypto.randomUUID is there on https only
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
