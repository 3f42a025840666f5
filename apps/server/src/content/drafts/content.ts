import type { ArticleContent } from '@mojian/contract/content/article-content';
import { whyNoSlug } from '@mojian/contract/content/slug-shape';
import { Failure } from '@mojian/contract/platform/failures';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { pageReadTypes, readTypes } from '@mojian/contract/platform/rules';
import { hasPictures } from '@mojian/markdown/has-pictures';
import { storableText } from '@mojian/markdown/storable-text';
import { isEditor } from '../../core/identity/roles.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readTypeOf } from '../articles/articles.policy.ts';
import { hasCategoryNamed } from '../categories/categories.ts';
import { proposeSlug } from '../slugs/slugs.ts';
import { slugTaken } from '../slugs/spell-slug.ts';
import { tagNamesOf } from '../tags/tags.ts';
import { checkStructure } from '../text/ask-text.ts';
import type { WithDraft } from './drafts.queries.ts';
import * as queries from './drafts.queries.ts';

/** Content the editor opens: the draft, or the article's own while there is none. */
export async function contentOf(db: Db | Trx, article: WithDraft): Promise<ArticleContent> {
  if (article.content === null) return writtenContent(db, article);
  const {
    commenting = 'open',
    isAlbum = false,
    albumPlace = '',
    albumTime = '',
    highlighting = true,
    hasAiContent = false,
    password = '',
    passwordHint = '',
    ...content
  } = JSON.parse(article.content);
  return { ...content, commenting, isAlbum, albumPlace, albumTime, highlighting, hasAiContent, password, passwordHint };
}

/** Content of the article itself, whatever its draft says. */
export async function writtenContent(db: Db | Trx, article: WithDraft): Promise<ArticleContent> {
  return {
    title: article.title,
    markdown: article.markdown,
    summary: article.summaryMade === 1 ? '' : article.summary,
    cover: article.cover,
    coverNumber: article.coverNumber,
    focusX: article.focusX,
    focusY: article.focusY,
    category: article.categoryName ?? '',
    tags: await tagNamesOf(db, article.id),
    keywords: article.keywords,
    original: article.original === 1,
    sourceUrl: article.sourceUrl,
    sourceAuthor: article.sourceAuthor,
    readType: readTypeOf(article) as ArticleContent['readType'],
    slug: article.slug ?? '',
    description: article.description,
    seriesId: article.seriesId,
    commenting: article.commenting,
    isAlbum: article.albumId !== null,
    albumPlace: article.albumPlace ?? '',
    albumTime: article.albumTime ?? '',
    highlighting: article.highlighting === 1,
    hasAiContent: article.hasAiContent === 1,
    password: article.passwordHash ?? '',
    passwordHint: article.passwordHint ?? '',
  };
}

/** Compares contents; the order of tags does not count. */
export function isSameContent(one: ArticleContent, other: ArticleContent) {
  if (one.markdown !== other.markdown) return false;
  const comparable = ({ tags, ...content }: ArticleContent) => JSON.stringify({ ...content, tags: tags.toSorted() });
  return comparable(one) === comparable(other);
}

/** Removes what the databases or feeds refuse. */
export function storable(content: ArticleContent): ArticleContent {
  const entries = Object.entries(content).map(([name, value]) => {
    if (typeof value === 'string') return [name, storableText(value)];
    return [name, Array.isArray(value) ? [...new Set(value.map(storableText))] : value];
  });
  return Object.fromEntries(entries);
}

/**
 * Checks that a text can be submitted.
 * @throws Failure invalid-input or taken, at the first field at fault
 */
export async function requireComplete(db: Db, viewer: Viewer, article: WithDraft, content: ArticleContent) {
  if (content.title === '') throw wrong('title', '请输入标题');
  if (content.markdown.trim() === '') throw wrong('markdown', '请输入正文');
  if (article.kind === 'page') requirePage(content);
  if (content.isAlbum) requireAlbum(content);
  requirePassword(content);
  requireSource(content);
  await requireSlug(db, article, content.slug);
  await requireCategory(db, viewer, article, content.category);
  if (content.seriesId !== null && !(await queries.hasSeries(db, content.seriesId, article.authorId)))
    throw wrong('seriesId', '专栏不存在');
  await checkStructure(content.markdown);
}

/** The text to publish; a page without a slug gets one in pinyin, since nothing else is its address. */
export async function contentToPublish(db: Db, article: WithDraft): Promise<ArticleContent> {
  const content = await contentOf(db, article);
  if (article.kind !== 'page' || content.slug !== '' || content.title === '') return content;
  return { ...content, slug: (await proposeSlug(db, { title: content.title, id: article.id })).slug };
}

/** A page needs a slug for its address, and is in no list that would sort it. */
function requirePage({ slug, category, tags, seriesId, original, readType, isAlbum }: ArticleContent) {
  if (slug === '') throw wrong('slug', '页面要有网址里的名字：它的地址是 /page/别名');
  if (category !== '') throw wrong('category', '页面没有分类');
  if (tags.length > 0) throw wrong('tags', '页面没有标签');
  if (seriesId !== null) throw wrong('seriesId', '页面不能编进专栏');
  if (!original) throw wrong('original', '页面不分原创与转载');
  if (isAlbum) throw wrong('isAlbum', '页面不能是影集');
  if (!pageReadTypes.includes(readType)) throw wrong('readType', '页面只能是公开、登录后可读、凭口令可读或仅自己可读');
}

function requireAlbum({ markdown }: ArticleContent) {
  if (!hasPictures(markdown)) throw wrong('markdown', '还没有照片，先传几张：没有照片不能发布为影集');
}

function requirePassword({ readType, password }: ArticleContent) {
  if (readType === readTypes.withPassword && password === '')
    throw wrong('password', '还没有口令：写一个，知道的人才读得到');
}

function requireSource({ original, sourceUrl }: ArticleContent) {
  if (!original && sourceUrl === '') throw wrong('sourceUrl', '转载请写明来源网址');
  if (!original && !isWebAddress(sourceUrl)) throw wrong('sourceUrl', '来源须为 http 或 https 网址');
}

async function requireSlug(db: Db, article: WithDraft, slug: string) {
  if (slug === '' || slug === article.slug) return;
  const odd = whyNoSlug(slug);
  if (odd) throw wrong('slug', odd);
  if (!(await proposeSlug(db, { title: '', slug, id: article.id })).available) throw slugTaken();
}

async function requireCategory(db: Db, viewer: Viewer, article: WithDraft, input: string) {
  const name = input.replace(/\s+/g, ' ');
  if (name === '' || name === article.categoryName || isEditor(viewer)) return;
  if (!(await hasCategoryNamed(db, name))) throw wrong('category', '没有这个分类，请选一个已有的');
}

function wrong(field: keyof ArticleContent, text: string) {
  return new Failure('invalid-input', text, field);
}
