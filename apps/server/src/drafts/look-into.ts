import type { Submission } from '@mojian/contract/admin/articles';
import { plainText } from '../articles/plain-text.ts';
import { listPictures } from '../import/picture-references.ts';
import { findWords } from '../moderation/words.ts';
import { readSettings } from '../site/settings.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { ownsFile } from '../uploads/owns-file.ts';
import { listTexts } from './admin-articles.queries.ts';
import type { Parts } from './publish-content.ts';

type Text = { id: number; authorId: number; title: string; markdown: string; html: string };

/** How many of the articles most like it are compared word for word. */
const compared = 3;
const shingle = 8;

/** What whoever reviews a text would otherwise have to look for. */
export async function lookInto(parts: Parts, article: Text): Promise<Submission['found']> {
  const text = plainText(article.html);
  const { moderation } = await readSettings(parts.db);
  const { masked, held } = findWords(moderation, `${article.title}\n${text}`);
  return {
    words: [...new Set([...held, ...masked.map(({ word }) => word)])],
    alike: await mostAlike(parts, article, text),
    links: linksIn(article.html, parts.siteUrl),
    pictures: await picturesIn(parts, article),
  };
}

/** How much of the text stands in one article of the site as it is, in per cent. */
async function mostAlike({ db, search }: Parts, { id, title }: Text, text: string) {
  const own = shinglesOf(text);
  const near = (await search.alike(db, { title, text, besides: id })).slice(0, compared);
  if (own.size === 0 || near.length === 0) return null;
  const pathOf = await articlePaths(db);
  const others = await listTexts(
    db,
    near.map((one) => one.id),
  );
  const measured = others.map((other) => {
    const shared = [...shinglesOf(plainText(other.html))].filter((run) => own.has(run)).length;
    return { percent: Math.round((100 * shared) / own.size), title: other.title, path: pathOf(other) };
  });
  return measured.sort((one, other) => other.percent - one.percent)[0] ?? null;
}

/** Every run of eight letters: two texts that share many were not written apart. */
function shinglesOf(text: string) {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '');
  const found = new Set<string>();
  for (let at = 0; at + shingle <= letters.length; at += 1) found.add(letters.slice(at, at + shingle));
  return found;
}

/** Only for HTML that packages/markdown has written. */
export function linksIn(html: string, siteUrl: string) {
  const { origin } = new URL(siteUrl);
  const links = [...html.matchAll(/<a\b[^<>]*?\bhref="(https?:[^"<>]+)"/g)].map(([, href = '']) => decoded(href));
  return [...new Set(links)].filter((link) => URL.parse(link)?.origin !== origin);
}

/** Of the source: what stands on another site is not shown to readers. */
async function picturesIn({ db }: Parts, { markdown, authorId }: Text) {
  const sources = [...new Set(listPictures(markdown))];
  const own = await Promise.all(sources.map((source) => ownsFile(db, authorId, source)));
  return { total: sources.length, foreign: own.filter((isOwn) => !isOwn).length };
}

function decoded(attribute: string) {
  return attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
