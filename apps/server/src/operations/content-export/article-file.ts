import { stringify } from 'yaml';
import { isoTime } from '../../platform/dates.ts';
import { nameOf } from '../exports/article-file.ts';
import type { listArticles } from './content.queries.ts';
import { toFiles } from './picture-links.ts';

type Article = Awaited<ReturnType<typeof listArticles>>[number];

/** A file of front matter and Markdown: `npm run import` reads it, and so does any other tool. */
function writeMarkdown(fields: Record<string, unknown>, markdown: string) {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${markdown}`;
}

/** What readers see of an article, or would see. */
export function articleFile(article: Article, onKey: (key: string) => void) {
  const fields = { ...identityOf(article), ...textsOf(article, onKey), ...standingOf(article) };
  const markdown = toFiles(article.markdown, '../../', onKey);
  return { name: `articles/${nameOf(article.id, article.title)}.md`, content: writeMarkdown(fields, markdown) };
}

function identityOf({ id, title, author, publishedAt, createdAt, updatedAt }: Article) {
  const date = publishedAt === null ? {} : { date: isoTime(publishedAt) };
  return { id, title, author, ...date, created: isoTime(createdAt), updated: isoTime(updatedAt) };
}

/** A summary made from the text is made again. */
function textsOf(article: Article, onKey: (key: string) => void) {
  const { category, tags, summary, summaryMade, cover, keywords, sourceUrl, sourceAuthor, slug, description } = article;
  const texts = {
    ...{ category, summary: summaryMade === 1 ? '' : summary, cover: toFiles(cover, '../../', onKey), keywords },
    ...{ source: sourceUrl, sourceAuthor, slug, description },
  };
  const given = Object.entries(texts).filter(([, text]) => text);
  return { ...(tags.length > 0 && { tags: [...tags].sort() }), ...Object.fromEntries(given) };
}

function standingOf(article: Article) {
  const { state, original, readType, pinned, featured, recommended, coverNumber, focusX, focusY, views } = article;
  const { featuredPosition } = article;
  return {
    ...{ state, draft: state !== 'published', original: original === 1, readType },
    ...{ pinned: pinned === 1, featured: featured === 1, recommended: recommended === 1 },
    ...(featuredPosition > 0 && { featuredPosition }),
    ...(coverNumber !== null && { coverNumber }),
    ...{ focusX, focusY },
    ...(article.series !== null && { series: article.series, seriesPosition: article.seriesPosition }),
    views,
  };
}

type Draft = {
  id: number;
  title: string;
  content: string;
  savedAt: number;
  submittedAt: number | null;
  refusal: string;
};

/** What an author wrote since, as the site keeps it; its fields in the order of the alphabet. */
export function draftFile(draft: Draft, onKey: (key: string) => void) {
  const { markdown, cover, ...content } = JSON.parse(draft.content) as Record<string, unknown>;
  const { savedAt, submittedAt, refusal } = draft;
  const times = { savedAt: isoTime(savedAt), ...(submittedAt !== null && { submittedAt: isoTime(submittedAt) }) };
  const all = { ...content, cover: toFiles(String(cover ?? ''), '../../', onKey) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const fields = { article: draft.id, ...times, ...(refusal && { refusal }), content: sorted };
  const text = toFiles(String(markdown ?? ''), '../../', onKey);
  return { name: `drafts/${nameOf(draft.id, draft.title)}.md`, content: writeMarkdown(fields, text) };
}
