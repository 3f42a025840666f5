import type { Submission } from '@mojian/contract/content/articles-admin';
import { isFailure } from '@mojian/contract/platform/failures';
import { readSettings } from '../../core/settings/settings.ts';
import { ownsFile } from '../../core/uploads/uploads.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { askText } from '../text/ask-text.ts';
import { listTexts } from './admin-articles.queries.ts';
import type { Parts } from './publish-content.ts';

type Text = { id: number; authorId: number; title: string; markdown: string; html: string };

/** How many of the articles most like it are compared word for word. */
const compared = 3;

/** What whoever reviews a text would otherwise have to look for. */
export async function lookInto(parts: Parts, article: Text): Promise<Submission['found']> {
  const { db, siteUrl } = parts;
  const { moderation } = await readSettings(db);
  const { title, html, markdown } = article;
  const rules = { ...moderation };
  const seen = await orNothing(askText('lookOver', { title, html, markdown, siteUrl, rules }));
  // a text that cannot be looked into is read all the same, by whoever knows that nobody has
  if (!seen) return { words: ['正文太复杂，没能检查'], alike: null, links: [], pictures: { total: 0, foreign: 0 } };
  return {
    words: seen.words,
    alike: await mostAlike(parts, article, seen.opening),
    links: seen.links,
    pictures: await judgePictures(parts, article, seen),
  };
}

/** How much of the text stands in one article of the site as it is, in per cent. */
async function mostAlike({ db, search }: Parts, { id, title, html }: Text, text: string) {
  const near = (await search.alike(db, { title, text, besides: id })).slice(0, compared);
  if (near.length === 0) return null;
  const pathOf = await articlePaths(db);
  const others = await listTexts(
    db,
    near.map((one) => one.id),
  );
  const percents = await orNothing(askText('likenessOf', { html, others: others.map((other) => other.html) }));
  const measured = others.map((other, at) => {
    return { percent: percents?.[at] ?? 0, title: other.title, path: pathOf(other) };
  });
  return measured.sort((one, other) => other.percent - one.percent)[0] ?? null;
}

/** Of the source: what stands on another site is not shown to readers. */
async function judgePictures(
  { db }: Parts,
  { authorId }: Text,
  { pictures, pictureCount }: { pictures: string[]; pictureCount: number },
) {
  const own = await Promise.all(pictures.map((source) => ownsFile(db, authorId, source)));
  return { total: pictureCount, foreign: pictureCount - own.filter(Boolean).length };
}

async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isFailure(error) && error.id === 'invalid-input') return undefined;
    throw error;
  }
}
