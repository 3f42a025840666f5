import { safeLink } from '@mojian/markdown/address';
import { mendTags } from '@mojian/markdown/from-html/mend-tags';
import { escapeHtml, replacePassages } from '@mojian/markdown/text';
import { decodeHTMLAttribute } from 'entities/decode';
import { simpleMarkdown } from './comment-items.ts';
import { type FromHtml, fromHtml } from './html.ts';

/** Elements that a comment shows here. */
const allowedElements = /^(?:a|b|blockquote|br|code|del|em|i|li|ol|p|pre|s|strike|strong|ul)$/i;
/** Elements that begin a line of their own. */
const lineElements = /^(?:div|section|article|table|tr|figure|figcaption|dl|dt|dd|hr|h[1-6])$/i;
const code = [
  { opening: /<script\b/gi, closing: /<\/script>/gi },
  { opening: /<style\b/gi, closing: /<\/style>/gi },
];

/**
 * Converts a comment's HTML to the little Markdown of comments, which show no pictures, headings, tables or HTML: those
 * become links, bold lines and text.
 */
export async function commentFromHtml(html: string): Promise<FromHtml> {
  const simple = simpleMarkdown(html);
  return simple === undefined ? fromHtml(simplify(html)) : { markdown: simple, warnings: [] };
}

function simplify(html: string): string {
  const withoutCode = code.reduce((text, element) => replacePassages(text, element, () => ''), mendTags(html));
  return withoutCode.replace(
    /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi,
    (tag, slash: string, name: string, written: string) => {
      if (allowedElements.test(name)) return tag;
      return slash ? endOf(name) : startOf(name.toLowerCase(), written);
    },
  );
}

function endOf(name: string) {
  if (/^h[1-6]$/i.test(name)) return '</b></p>';
  return lineElements.test(name) ? '</p>' : '';
}

function startOf(name: string, written: string) {
  if (/^h[1-6]$/.test(name)) return '<p><b>';
  if (lineElements.test(name)) return '<p>';
  return /^t[dh]$/.test(name) ? ' ' : linkTo(name, written);
}

const mediaNames: Record<string, string> = { img: '图片', video: '视频', audio: '音频', iframe: '内嵌页面' };

/** Link in place of a picture or player; an emotion is only its name. */
function linkTo(name: string, written: string): string {
  if (!Object.hasOwn(mediaNames, name)) return '';
  const alt = attributeOf(written, 'alt');
  if (/\bclass\s*=\s*["'][^"']*(?:emo|smil)/i.test(written) && alt) return escapeHtml(alt);
  const address = safeLink(attributeOf(written, 'src'));
  const label = escapeHtml(alt ? `${mediaNames[name]}：${alt}` : (mediaNames[name] ?? ''));
  return address ? `<a href="${escapeHtml(address)}">${label}</a>` : escapeHtml(alt);
}

function attributeOf(written: string, name: string): string {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i');
  const [, double, single, bare] = pattern.exec(written) ?? [];
  return decodeHTMLAttribute(double ?? single ?? bare ?? '');
}
