import { stringify } from 'yaml';
import { isoTime } from '../http/iso-time.ts';
import type { listArticles } from './writings.queries.ts';

type Article = Awaited<ReturnType<typeof listArticles>>[number];

const longestTitle = 50;

/** An article as a Markdown file with front matter, which `npm run import` reads as well. */
export function articleFile(article: Article) {
  return { name: `articles/${fileName(article)}`, content: [`---\n${frontMatter(article)}---\n\n`, article.markdown] };
}

/** A name every system takes: without signs of control or direction, and never a path. */
function fileName({ id, title }: Pick<Article, 'id' | 'title'>) {
  const words = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*\s]+/gu, ' ')
    .trim();
  const short = [...words].slice(0, longestTitle).join('').trim();
  return `${short === '' ? id : `${id}-${short}`}.md`;
}

function frontMatter({ title, markdown: _, ...article }: Article) {
  const { category, tags, summary, cover, keywords, original, sourceUrl, readType, state, pinned } = article;
  const { views, likes, collects, comments, publishedAt, createdAt, updatedAt, removedAt } = article;
  return stringify({
    title,
    date: isoTime(publishedAt ?? createdAt),
    updated: isoTime(updatedAt),
    ...(category !== null && { category }),
    ...(tags.length > 0 && { tags }),
    ...given({ summary, cover, keywords, source: sourceUrl }),
    original: original === 1,
    readType,
    pinned: pinned === 1,
    draft: state !== 'published',
    state,
    ...(removedAt !== null && { removed: isoTime(removedAt) }),
    ...{ views, likes, collects, comments },
  });
}

function given(texts: Record<string, string>) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
