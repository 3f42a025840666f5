import { longestArticle } from '@mojian/contract/platform/rules';
import { findWords } from '../../core/moderation/word-finder.ts';
import { plainText } from '../articles/plain-text.ts';
import { listPictures } from '../markdown-files/picture-references.ts';

/** Runs in the text process alone, as all that reads the whole of a text somebody else wrote. */
type TextToLookOver = { title: string; html: string; markdown: string; siteUrl: string; rules: Rules };
type Rules = Parameters<typeof findWords>[0];

/** What of a text its likeness to others is looked for by. */
const opening = 20_000;
/** The words are looked for in pieces that share some letters, so that none is cut in two. */
const piece = 50_000;
const sharedLetters = 200;
/** More links and pictures than any reviewer reads. */
const mostShown = 500;
const shingle = 8;

export function lookOver({ title, html, markdown, siteUrl, rules }: TextToLookOver) {
  const text = plainText(html).slice(0, longestArticle * 2);
  const found = piecesOf(`${title}\n${text}`).flatMap((part) => {
    const { masked, held } = findWords(rules, part);
    return [...held, ...masked.map(({ word }) => word)];
  });
  const pictures = listPictures(markdown);
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
  for (let at = 0; at < text.length; at += piece) pieces.push(text.slice(at, at + piece + sharedLetters));
  return pieces;
}

/** The addresses of other sites a text leads to. Only for HTML that packages/markdown has written. */
export function linksIn({ html, siteUrl }: { html: string; siteUrl: string }) {
  const { origin } = new URL(siteUrl);
  const links = [...html.matchAll(/<a\b[^<>]*?\bhref="(https?:[^"<>]+)"/g)].map(([, href = '']) => decoded(href));
  return [...new Set(links)].filter((link) => URL.parse(link)?.origin !== origin);
}

function decoded(attribute: string) {
  return attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** How much of the text stands in each of the others as it is, in per cent. All are HTML. */
export function likenessOf({ html, others }: { html: string; others: string[] }) {
  const own = shinglesOf(html);
  return others.map((other) => {
    let shared = 0;
    for (const run of shinglesOf(other)) if (own.has(run)) shared++;
    return own.size === 0 ? 0 : Math.round((100 * shared) / own.size);
  });
}

/** Every run of eight letters, as a number: two texts that share many were not written apart. */
function shinglesOf(html: string) {
  const letters = plainText(html)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longestArticle);
  const found = new Set<number>();
  for (let at = 0; at + shingle <= letters.length; at++) {
    let run = 0;
    for (let letter = at; letter < at + shingle; letter++) run = (Math.imul(run, 31) ^ letters.charCodeAt(letter)) | 0;
    found.add(run);
  }
  return found;
}
