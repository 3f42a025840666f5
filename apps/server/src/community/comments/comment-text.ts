import { isBlank } from '@mojian/contract/platform/blank';
import { Failure } from '@mojian/contract/platform/failures';
import { longestComment } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/clean';
import { linkMentions, type Mention } from './link-mentions.ts';

/**
 * A comment's text as it is kept. Its length is counted in code points, as the form's counter does.
 * @throws Failure blaming `text` for what says nothing, and for what is too long.
 */
export function checkText(written: string) {
  const text = cleanText(written).trim();
  if (isBlank(text)) throw empty();
  if (Array.from(text).length > longestComment)
    throw new Failure('invalid-input', `评论不能超过 ${longestComment} 个字`, 'text');
  return text;
}

/**
 * Safe HTML of a comment. Rendering waits for modules that a process which only serves does not keep in memory.
 * @throws Failure blaming `text` when nothing would be seen of it, as of a link without words.
 */
export async function renderComment(text: string, mentions: Mention[], siteUrl: string) {
  const { renderShortText } = await import('@mojian/markdown/short-text');
  const { html } = renderShortText(text, { siteOrigin: new URL(siteUrl).origin });
  if (isBlank(wordsOf(html))) throw empty();
  return linkMentions(withoutFollowing(html), mentions);
}

/** Search engines are not to take a reader's link for the site's own word. */
export function withoutFollowing(html: string) {
  return html.replaceAll(/<a [^<>]*>/g, (tag) => tag.replace('rel="', 'rel="nofollow ugc '));
}

const firstWords = 100;

/** The first words of a comment, plain, as a notice tells them. */
export function openingOf(html: string) {
  const words = wordsOf(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  const letters = Array.from(words.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ').trim());
  return letters.length > firstWords ? `${letters.slice(0, firstWords).join('')}…` : letters.join('');
}

function wordsOf(html: string) {
  return html.replaceAll(/<[^<>]*>/g, ' ');
}

function empty() {
  return new Failure('invalid-input', '评论不能为空', 'text');
}
