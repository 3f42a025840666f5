import { withStickerWords } from '@mojian/contract/core/sticker-codes';
import { Failure } from '@mojian/contract/platform/failures';
import { shortLine } from '@mojian/contract/platform/format';
import { isBlank, longestComment } from '@mojian/contract/platform/rules';
import { cleanText, escapeHtml, removeTags } from '@mojian/markdown/text';
import { decodeXML } from 'entities/decode';

/**
 * Cleans a comment's text. Its length is counted in code points, as the form's counter does.
 * @throws Failure naming `text` when it is blank or too long.
 */
export function checkCommentText(written: string) {
  const text = cleanText(written).trim();
  if (isBlank(text)) throw empty();
  if (Array.from(text).length > longestComment)
    throw new Failure('invalid-input', `评论不能超过 ${longestComment} 个字`, 'text');
  return text;
}

/**
 * Renders a comment to safe HTML. The renderer is loaded on first use, since many processes never render.
 * @throws Failure naming `text` when nothing of it would be visible, as of a link without words.
 */
export async function renderComment(text: string, mentions: Mention[], siteUrl: string) {
  const { renderShortText } = await import('@mojian/markdown/short-text');
  const { html } = renderShortText(text, { siteOrigin: new URL(siteUrl).origin });
  if (isBlank(removeTags(html))) throw empty();
  return linkMentions(withUgcLinks(html), mentions);
}

/** Marks links of readers as not endorsed by the site. */
export function withUgcLinks(html: string) {
  return html.replaceAll(/<a [^<>]*>/g, (tag) => tag.replace('rel="', 'rel="nofollow ugc '));
}

/** Plain beginning of a comment's HTML, as notices show it. */
export function excerpt(html: string) {
  return shortLine(withStickerWords(decodeXML(removeTags(html))), 100);
}

/** Stands in for the title of a text that has none. */
export function shortTitle(text: string) {
  return shortLine(withStickerWords(text), 20);
}

function empty() {
  return new Failure('invalid-input', '评论不能为空', 'text');
}

export type Mention = { id: number; nickname: string };

/** An @ after one of these belongs to an e-mail address. */
const notInAddress = '(?<![A-Za-z0-9_@.+-])';
/** A name in Latin characters ends with its word. */
const wordEnd = '(?![A-Za-z0-9_])';

/** Links mentioned names in safe HTML, except inside links and code. */
export function linkMentions(html: string, mentions: Mention[]) {
  if (mentions.length === 0) return html;
  const idByName = new Map(mentions.map(({ id, nickname }) => [asRendered(nickname).toLowerCase(), id]));
  const pattern = mentionPattern([...idByName.keys()]);
  let depth = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<(a|code|pre)\b/.test(part)) depth += 1;
      else if (/^<\/(a|code|pre)>/.test(part)) depth -= 1;
      else if (depth === 0 && !part.startsWith('<'))
        return part.replace(pattern, (at, name: string) => memberLink(idByName.get(name.toLowerCase()), at));
      return part;
    })
    .join('');
}

/** Matches an @ with the longest of the given names after it. */
export function mentionPattern(names: string[]) {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return new RegExp(`${notInAddress}@(${longestFirst.map(namePattern).join('|')})`, 'giu');
}

/** Ids of the members that the HTML of a comment mentions. */
export function mentionedIn(html: string) {
  return [...new Set([...html.matchAll(/<a class="mention" href="\/user\/(\d+)">/g)].map(([, id]) => Number(id)))];
}

function memberLink(id: number | undefined, at: string) {
  return id === undefined ? at : `<a class="mention" href="/user/${id}">${at}</a>`;
}

function namePattern(name: string) {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return /[a-z0-9_]$/i.test(name) ? literal + wordEnd : literal;
}

/** Escapes as the renderer does, which leaves quotes outside of attributes. */
function asRendered(text: string) {
  return escapeHtml(text).replaceAll('&quot;', '"');
}
