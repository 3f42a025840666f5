import { whyNoSlug } from '@mojian/contract/content/slug-shape';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { shortened } from '@mojian/contract/platform/format';
import {
  longestArticle,
  longestArticleTitle,
  longestDescription,
  longestKeywords,
  longestName,
  longestPasswordHint,
  longestSummary,
  mostTags,
  readTypes,
} from '@mojian/contract/platform/rules';
import { storableText } from '@mojian/markdown/storable-text';
import type { Db } from '../../platform/db/schema.ts';
import { freeSlug } from '../slugs/slugs.ts';
import { spellTitle } from '../slugs/spell-slug.ts';
import type { ArticleDraft } from './save-article.ts';

export type Fitted = { draft: ArticleDraft; warnings: string[] };

/**
 * Fits an imported article to what its author could save in the editor, so that it can be edited later: names and lines
 * are cut, a slug is spelled anew and made free, a cover of another host is left out. Each loss is a warning, one line
 * of Chinese. Fields left out stay so. `id`: the article written over, which may keep its slug.
 */
export async function fitArticle(db: Db, draft: ArticleDraft, id?: number): Promise<Fitted> {
  const warnings: string[] = [];
  const fitted = { ...draft, ...fitLines(draft, warnings), ...fitSorting(draft, warnings), ...fitChoices(draft) };
  const slug = await fitSlug(db, { ...fitted, id }, warnings);
  return { draft: { ...fitted, slug }, warnings };
}

function fitLines(draft: ArticleDraft, warnings: string[]) {
  const line = (label: string, text: string, most: number) => cut(label, oneLine(text), most, warnings);
  const optional = (label: string, text: string | undefined, most: number) => text && line(label, text, most);
  return {
    title: line('标题', draft.title, longestArticleTitle) || (draft.state === 'draft' ? '' : '无标题'),
    markdown: cut('正文', storableText(draft.markdown), longestArticle, warnings),
    summary: optional('摘要', draft.summary, longestSummary),
    description: optional('描述', draft.description, longestDescription),
    passwordHint: optional('口令提示', draft.passwordHint, longestPasswordHint),
    keywords: draft.keywords && fitKeywords(oneLine(draft.keywords), warnings),
    sourceUrl: draft.sourceUrl && fitSource(oneLine(draft.sourceUrl), warnings),
    sourceAuthor: optional('原作者', draft.sourceAuthor, longestName),
    cover: draft.cover && fitCover(draft.cover, warnings),
  };
}

function fitSource(address: string, warnings: string[]) {
  if (address === '' || (address.length <= 500 && isWebAddress(address))) return address;
  warnings.push(`来源「${shortened(address, 40)}」不是能用的网址，没有采用`);
  return '';
}

/** Drops whole keywords beyond the limit. */
function fitKeywords(text: string, warnings: string[]) {
  if (text.length <= longestKeywords) return text;
  const end = text.slice(0, longestKeywords + 1).search(/[,，;；、][^,，;；、]*$/);
  if (end <= 0) return cut('关键词', text, longestKeywords, warnings);
  warnings.push(`关键词太长，没有采用：${shortened(text.slice(end + 1).trim(), 40)}`);
  return text.slice(0, end).trim();
}

function fitCover(cover: string, warnings: string[]) {
  if (cover.length <= 300 && /^$|^\/files\/[\w/.-]+$/.test(cover)) return cover;
  warnings.push(`封面「${shortened(cover, 40)}」不是本站的图片，没有采用`);
  return '';
}

/** Names are cut rather than dropped: two long ones with the same beginning become one. */
function fitSorting({ category, tags = [] }: ArticleDraft, warnings: string[]) {
  const names = tags.map((tag) => cut('标签', oneLine(tag), longestName, warnings)).filter(Boolean);
  const all = [...new Set(names)];
  const rest = all.slice(mostTags);
  if (rest.length > 0) warnings.push(`标签最多 ${mostTags} 个，没有采用：${shortened(rest.join('、'), 40)}`);
  return { category: cut('分类', oneLine(category ?? ''), longestName, warnings), tags: all.slice(0, mostTags) };
}

function fitChoices({ readType, focusX, focusY }: ArticleDraft) {
  const isKnown = readType === undefined || Object.values(readTypes).some((known) => known === readType);
  const percent = (place: number | undefined) =>
    place === undefined || !Number.isFinite(place) ? undefined : Math.min(100, Math.max(0, Math.round(place)));
  return { readType: isKnown ? readType : readTypes.free, focusX: percent(focusX), focusY: percent(focusY) };
}

type Named = Pick<ArticleDraft, 'kind' | 'slug' | 'title'> & { id: number | undefined };

async function fitSlug(db: Db, named: Named, warnings: string[]) {
  const wanted = storableText(named.slug ?? '').trim();
  const base = await slugFor(named, wanted);
  if (base === undefined) return undefined;
  const free = base && (await freeSlug(db, base, named.id));
  if (wanted !== '' && free !== wanted)
    warnings.push(`网址里的名字「${shortened(wanted, 40)}」${free === '' ? '不能用，没有采用' : `改成了「${free}」`}`);
  return free || null;
}

/** A page needs a slug for its address; an article may do without. Undefined: a saved one keeps what it has. */
async function slugFor({ kind, slug, title, id }: Named, wanted: string) {
  if (kind === 'page' && (slug !== undefined || id === undefined)) return (await spellSlug(wanted || title)) || 'page';
  return slug === undefined ? undefined : spellSlug(wanted);
}

async function spellSlug(text: string) {
  return text === '' || whyNoSlug(text) === '' ? text : spellTitle(text);
}

function cut(label: string, text: string, most: number, warnings: string[]) {
  if (text.length <= most) return text;
  const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  warnings.push(
    label === '正文'
      ? `正文有 ${text.length} 个字，只留下前 ${most} 个`
      : `${label}「${shortened(text, 40)}」太长，只留下前 ${most} 个字`,
  );
  return start.trimEnd();
}

function oneLine(text: string) {
  return storableText(text.replace(/\s+/g, ' ')).trim();
}
