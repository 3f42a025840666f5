import { longestArticle, readTypes } from '@mojian/contract/platform/rules';
import { listMediaAddresses } from '@mojian/foreign-files/markdown/pictures';
import { type Picture, renderMarkdown, searchableText, splitOpening, summarize } from '@mojian/markdown';
import { countSource } from '@mojian/markdown/count-source';
import { withHardBreaks } from '@mojian/markdown/hard-breaks';
import { firstPhotograph } from '@mojian/markdown/photographs';
import { structureOf } from '@mojian/markdown/structure';
import { decodeXML } from 'entities/decode';
import { findWords } from '../../core/moderation/word-finder.ts';
import { plainTextOfHtml } from './plain-text.ts';

/** Runs in the text process. `pictureSizes` by address. */
export type TextToRender = {
  markdown: string;
  summary?: string | undefined;
  readType?: number | undefined;
  siteUrl: string;
  pictureSizes?: ReadonlyMap<string, Picture> | undefined;
};

/** UTF-16 units of HTML: references to one long address could grow to gigabytes. */
const longestHtml = 8_000_000;

/**
 * Renders all derived columns. Public fields come from the opening only, which is the whole text of a free article.
 * Undefined when the HTML is too large.
 */
export async function renderText({
  markdown,
  summary,
  readType = readTypes.free,
  siteUrl,
  pictureSizes,
}: TextToRender) {
  const render = (source: string) =>
    renderMarkdown(source, {
      siteOrigin: new URL(siteUrl).origin,
      ...(pictureSizes && { pictureSize: (address: string) => pictureSizes.get(address) }),
    });

  const whole = await render(markdown);
  const opening = readType === readTypes.free ? whole : await render(publicPart({ markdown, readType }));
  if (whole.html.length > longestHtml) return undefined;

  return {
    html: whole.html,
    // stored once: `publicHtml` of db/conditions.ts
    openingHtml: opening === whole ? '' : opening.html,
    headings: JSON.stringify(whole.headings),
    openingHeadings: JSON.stringify(opening.headings),
    hasDiagram: Number(whole.hasDiagram),
    words: whole.words,
    summary: summary || summarize(opening.prose),
    openingText: opening.text,
    photograph: firstPhotograph(opening.html),
  };
}

/** Public part; empty for a private article. */
function publicPart({ markdown, readType }: { markdown: string; readType: number }) {
  return readType === readTypes.onlyAuthor ? '' : splitOpening(markdown).opening;
}

export async function renderAbout({ text, siteUrl }: { text: string; siteUrl: string }) {
  const { html, hasDiagram } = await renderMarkdown(text, { siteOrigin: new URL(siteUrl).origin });
  return html.length > longestHtml ? undefined : { html, hasDiagram };
}

/** Text to index: the whole, or the opening of a restricted article. */
export function searchText({ markdown, readType }: { markdown: string; readType: number }) {
  return searchableText(readType === readTypes.free ? markdown : publicPart({ markdown, readType }));
}

/** Counts words as the page and the editor do. */
export function words(markdown: string) {
  return { count: countSource(markdown) };
}

export function structure(markdown: string) {
  return structureOf(markdown);
}

/** Markdown of an imported text. The converter is loaded on first use, since a site rarely imports. */
export async function htmlToMarkdown(html: string) {
  const { htmlToMarkdown: convert } = await import('@mojian/markdown/from-html/parse');
  return { markdown: convert(html) };
}

/** Markdown of an imported text whose every line break was seen. */
export function hardBreaks(markdown: string) {
  return { markdown: withHardBreaks(markdown) };
}

/** Runs in the text process, like all parsing of others' texts. */
type TextToInspect = { title: string; html: string; markdown: string; siteUrl: string; rules: Rules };
type Rules = Parameters<typeof findWords>[0];

/** Characters by which similar articles are searched. */
const opening = 20_000;
/** Searched in overlapping pieces, so that no word is cut. */
const piece = 50_000;
const overlap = 200;
const mostShown = 500;
const shingle = 8;

export function inspectText({ title, html, markdown, siteUrl, rules }: TextToInspect) {
  const text = plainTextOfHtml(html).slice(0, longestArticle * 2);
  const found = piecesOf(`${title}\n${text}`).flatMap((part) => {
    const { masked, held } = findWords(rules, part);
    return [...held, ...masked.map(({ word }) => word)];
  });
  const pictures = listMediaAddresses(markdown);
  return {
    opening: text.slice(0, opening),
    words: [...new Set(found)],
    links: linksIn({ html, siteUrl }).slice(0, mostShown),
    pictures: pictures.slice(0, mostShown),
    pictureCount: pictures.length,
  };
}

function piecesOf(text: string) {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += piece) pieces.push(text.slice(at, at + piece + overlap));
  return pieces;
}

/** Lists links to other hosts in HTML written by packages/markdown. */
export function linksIn({ html, siteUrl }: { html: string; siteUrl: string }) {
  const { origin } = new URL(siteUrl);
  const links = [...html.matchAll(/<a\b[^<>]*?\bhref="(https?:[^"<>]+)"/g)].map(([, href = '']) => decodeXML(href));
  return [...new Set(links)].filter((link) => URL.parse(link)?.origin !== origin);
}

/** Percentage of the text found verbatim in each other text; all are HTML. */
export function likenessOf({ html, others }: { html: string; others: string[] }) {
  const own = shinglesOf(html);
  return others.map((other) => {
    let shared = 0;
    for (const run of shinglesOf(other)) if (own.has(run)) shared++;
    return own.size === 0 ? 0 : Math.round((100 * shared) / own.size);
  });
}

/** Numbers for every run of eight characters; texts that share many have a common source. */
function shinglesOf(html: string) {
  const characters = plainTextOfHtml(html)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longestArticle);
  const found = new Set<number>();
  for (let at = 0; at + shingle <= characters.length; at++) {
    let run = 0;
    for (let character = at; character < at + shingle; character++)
      run = (Math.imul(run, 31) ^ characters.charCodeAt(character)) | 0;
    found.add(run);
  }
  return found;
}
