import type { ArticleContent } from '@mojian/contract/content/article-content';
import { stringify } from 'yaml';
import { readTypeOf } from '../../content/articles/articles.policy.ts';
import { isoTime } from '../../platform/dates.ts';
import type { listArticlesOfMember } from './archive.queries.ts';

type Article = Awaited<ReturnType<typeof listArticlesOfMember>>[number];

const longestTitle = 50;

/**
 * Writes an article in the importable format; a newer draft is a second file. Unpublished articles consist of their
 * draft.
 */
export function articleFiles({ draft, savedAt, ...article }: Article) {
  if (draft === null) return [fileOf('articles', article)];
  const written = { ...article, ...unpublished(JSON.parse(draft)), updatedAt: savedAt ?? article.updatedAt };
  if (isUnread(article)) return [fileOf('articles', written)];
  return [fileOf('articles', article), fileOf('drafts', { ...written, state: 'draft' })];
}

type Shown = Omit<Article, 'draft' | 'savedAt'>;

function isUnread({ state }: Shown) {
  return state === 'draft' || state === 'pending' || state === 'refused';
}

function unpublished({
  original,
  category,
  focusX: _x,
  focusY: _y,
  seriesId: _s,
  isAlbum,
  hasAiContent = false,
  ...content
}: ArticleContent) {
  const numbers = { original: Number(original), hasAiContent: Number(hasAiContent) };
  return { ...content, ...numbers, category: category || null, albumId: isAlbum ? 0 : null };
}

function fileOf(folder: 'articles' | 'drafts', article: Shown) {
  return {
    name: `${folder}/${fileNameOf(article.id, article.title)}.md`,
    content: [`---\n${frontMatter(article)}---\n\n`, article.markdown],
  };
}

/** Safe on every file system: no control or bidi characters, never a path. */
export function fileNameOf(id: number, title: string) {
  const words = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*\s]+/gu, ' ')
    .trim();
  const short = [...words].slice(0, longestTitle).join('').trim();
  return short === '' ? String(id) : `${id}-${short}`;
}

function frontMatter({ title, markdown: _, ...article }: Shown) {
  const {
    kind,
    albumId,
    albumPlace,
    albumTime,
    category,
    tags,
    summary,
    cover,
    keywords,
    original,
    sourceUrl,
    sourceAuthor,
    slug,
    description,
  } = article;
  const { state, pinned, views, likes, collects, comments, publishedAt, createdAt, updatedAt, removedAt } = article;
  return stringify({
    title,
    ...(kind === 'page' && { kind }),
    ...(albumId !== null && { kind: 'album' }),
    date: isoTime(publishedAt ?? createdAt),
    updated: isoTime(updatedAt),
    ...(category !== null && { category }),
    ...(tags.length > 0 && { tags }),
    ...withoutBlank({ summary, cover, keywords, source: sourceUrl, sourceAuthor, slug: slug ?? '', description }),
    ...(albumId !== null && withoutBlank({ albumPlace: albumPlace ?? '', albumTime: albumTime ?? '' })),
    original: original === 1,
    ...(article.hasAiContent === 1 && { hasAiContent: true }),
    readType: readTypeOf(article),
    pinned: pinned === 1,
    draft: state !== 'published',
    state,
    ...(removedAt !== null && { removed: isoTime(removedAt) }),
    views,
    likes,
    collects,
    comments,
  });
}

function withoutBlank(texts: Record<string, string>) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
