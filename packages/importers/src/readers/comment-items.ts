import { createHash } from 'node:crypto';
import { escapeText, joinLines, textToMarkdown } from '@mojian/markdown/from-html/escape-text';
import { decodeHTML } from 'entities/decode';
import type { Item, Source, SourceComment } from '../form.ts';
import { authorOf, isSet, oneLineOf, textOf, timeOf } from './fields.ts';
import { type FromHtml, fromHtml } from './html.ts';
import { jsonHead } from './json-elements.ts';

/** A comment as its service wrote it. */
export type CommentFields = {
  /** '' when the service gave none: one is derived from author, time and text. */
  key: string;
  on: SourceComment['on'];
  /** Key of the comment answered; '' for none. */
  parent: string;
  name: unknown;
  email: unknown;
  website: unknown;
  text: unknown;
  /** The text is neither Markdown nor whole HTML: lines and perhaps a few tags. */
  isPlain?: boolean;
  time: unknown;
  state: SourceComment['state'];
  likes: number;
  pinned: boolean;
  agent: unknown;
  byOwner?: boolean;
  /** Browser and system, where the service stored these. */
  device?: string;
};

/** Describes a comment in the one form; an impossible time is a loss of its own. */
export async function* commentItems(fields: CommentFields): AsyncGenerator<Item> {
  const author = authorOf(fields.name, fields.email, fields.website);
  const written = textOf(fields.text);
  const createdAt = timeOf(fields.time);
  const key = fields.key || derivedKey(author.name, String(createdAt), written);
  const parent = fields.parent && fields.parent !== key && fields.parent !== '0' ? fields.parent : null;
  const { on, state, likes, pinned } = fields;
  const { device = '' } = fields;
  const agent = (fields.device === undefined && oneLineOf(fields.agent)) || undefined;
  const { markdown, warnings } = fields.isPlain ? await plainMarkdown(written) : await commentMarkdown(written);
  const place = `${author.name}：${beginning(markdown)}`;
  if (createdAt === null && oneLineOf(fields.time))
    yield { kind: 'loss', thing: '评论时间', place, reason: `「${beginning(fields.time)}」不是可能的时间，当作没有` };
  for (const reason of warnings) yield { kind: 'loss', thing: '评论', place, reason };
  const byOwner = fields.byOwner || undefined;
  yield { kind: 'comment', key, on, parent, author, markdown, createdAt, state, likes, pinned, byOwner, device, agent };
}

function derivedKey(...values: string[]) {
  return createHash('sha256').update(values.join('\0')).digest('hex').slice(0, 24);
}

function beginning(value: unknown) {
  return oneLineOf(value).slice(0, 40);
}

/** Valine and Waline begin an answer with a link to the one answered, which the thread shows here. */
const answerPrefixes = [
  /^\s*(?:<p>\s*)?<a class="at"[^>]{0,300}>@[^<]{0,200}<\/a>\s*[,，:：]?\s*/i,
  /^\s*\[@[^\]\n]{0,200}\]\(#[^)\s]{0,100}\)\s*[,，:：]?\s*/,
];

/** Converts a comment stored as HTML; one stored as Markdown stays. */
export async function commentMarkdown(written: string): Promise<FromHtml> {
  const [html = '', markdown = ''] = answerPrefixes.map((answer) => answer.exec(written)?.[0] ?? '');
  const text = written.slice((html || markdown).length);
  if (!isHtml(written)) return linkPictures({ markdown: text.trim(), warnings: [] });
  return linkPictures(await convert(nameEmotions(/^\s*<p>/i.test(html) ? `<p>${text}` : text)));
}

/** Most comments are a few paragraphs: the text process, which takes milliseconds for each, gets only the others. */
async function convert(html: string): Promise<FromHtml> {
  const simple = simpleMarkdown(html);
  return simple === undefined ? fromHtml(html) : { markdown: simple, warnings: [] };
}

/** Converts paragraphs and line breaks as `fromHtml` does; undefined when there is anything else, such as a formula. */
export function simpleMarkdown(html: string): string | undefined {
  const text = joinLines(html)
    .replace(/\s+/g, ' ')
    .replace(/<\/?p>/gi, '\n\n')
    .replace(/<br ?\/?>/gi, '\n');
  if (html.length >= 100_000 || /[<\u00a0]|&nbsp;/.test(text)) return;
  const decoded = decodeHTML(text);
  return /\$\$|\\[[(]|\$latex /.test(decoded) ? undefined : textToMarkdown(decoded);
}

async function plainMarkdown(written: string) {
  return linkPictures(await convert(nameEmotions(written.trim().replaceAll('\n', '<br>\n'))));
}

/** Emotions are pictures of the old site, such as `<img class="tk-owo-emotion" alt="呲牙">`; their names remain. */
function nameEmotions(html: string) {
  return html.replace(/<img\b[^<>]*>/gi, (tag) => {
    const name = /\balt="([^"]{1,40})"/i.exec(tag)?.[1];
    return name && (/\bclass="[^"]*(?:emo|owo|smil)/i.test(tag) || ofEmotions.test(tag)) ? emotion(name) : tag;
  });
}

/** Folders of the pictures that comment services offer for emotions. */
const ofEmotions = /\/(?:[\w@.-]*emojis?[\w@.-]*|owo|bmoji|stickers?|biaoqing|smilies)\//i;

/** Name of an emotion as a word, without the colons of its code. */
function emotion(name: string) {
  return `[${name.replace(/^:|:$/g, '')}]`;
}

const code = /(```[\s\S]*?```|`[^`\n]*`)/;
const picture = /!\[([^[\]\n]*)\]\(([^()\s]*)/g;

/** Comments show no pictures here: they become links. */
function linkPictures({ markdown, warnings }: FromHtml): FromHtml {
  if (!markdown.includes('![')) return { markdown, warnings };
  const pieces = markdown.split(code);
  const linked = pieces.map((piece, index) => (index % 2 === 1 ? piece : nameOrLink(piece)));
  return { markdown: linked.join(''), warnings };
}

function nameOrLink(piece: string) {
  const named = piece.replace(
    /!\[([^[\]\n]{1,40})\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)/g,
    (whole, name: string, address: string) => (ofEmotions.test(address) ? escapeText(emotion(name)) : whole),
  );
  return named.replace(picture, (_all, name: string, address: string) => `[${name || '图片'}](${address}`);
}

/** Whether a text begins and ends as HTML, as stored by services that render on saving. */
function isHtml(text: string) {
  return /^\s*<[a-z][a-z0-9]*[\s>/]/i.test(text) && text.trimEnd().endsWith('>');
}

/** State of a comment by the words of Valine, Waline, Typecho and LeanCloud. */
export function stateOfStatus(status: unknown, isSpam: unknown): SourceComment['state'] {
  const text = oneLineOf(status).toLowerCase();
  if (text === 'spam' || isSet(isSpam)) return 'spam';
  if (/^(?:deleted|trash|removed)$/.test(text)) return 'removed';
  return text === '' || text === 'approved' || text === 'publish' ? 'shown' : 'held';
}

/** Names of fields at the beginning of a JSON file; empty for anything else. */
export function fieldNames(source: Source): Set<string> {
  const head = jsonHead(source).slice(0, 32_768);
  if (!/^\s*(?:[[{]|#filetype:JSON)/.test(head)) return new Set();
  return new Set([...head.matchAll(/(?<!\\)"([\w$-]{1,60})"\s*:/g)].map(([, name = '']) => name));
}

export function hasAll(names: Set<string>, ...wanted: string[]) {
  return wanted.every((name) => names.has(name));
}
