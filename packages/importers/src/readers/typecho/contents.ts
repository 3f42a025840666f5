import type { Author, Item, SourceArticle } from '../../form.ts';
import { authorOf, countOf, oneLineOf, textOf, timeOf } from '../fields.ts';
import { breakLines, type FromHtml, fromHtml } from '../html.ts';
import type { StagedTables, TextRow } from '../staged-tables.ts';
import { addressesOf, dateNames, type Routes } from './addresses.ts';

/** Known of the whole site while its texts are read. */
export type Site = { staged: StagedTables; routes: Routes; options: Map<string, string>; pinned: Set<string> };

/** Columns that are read of `contents`; the last five are added by themes. */
export const contentColumns = [
  ...'cid title slug created modified text authorId template type status password allowComment parent'.split(' '),
  ...'views viewsNum agree likes likesNum'.split(' '),
];

export async function* readContents(site: Site): AsyncGenerator<Item> {
  const sql = "SELECT * FROM contents WHERE type IS NOT 'attachment' ORDER BY rowid";
  for (const row of site.staged.each(sql)) {
    const type = row.type ?? 'post';
    const place = oneLineOf(row.title) || `编号 ${row.cid}`;
    const isDraft = type.endsWith('_draft');
    if (type === 'revision') yield loss('修改历史', place, '没有带过来');
    else if (!/^(?:post|page)(?:_draft)?$/.test(type)) yield loss('文章', place, `类型「${type}」不认得，没有读`);
    else if (isDraft && contentExists(site.staged, row.parent))
      yield loss('草稿', place, '是已发布文章还没发布的修改，只带了发布的那一版');
    else yield await articleOf(site, row, type.startsWith('page'), isDraft);
  }
}

function loss(thing: string, place: string, reason: string): Item {
  return { kind: 'loss', thing, place, reason };
}

function contentExists(staged: StagedTables, cid: string | null | undefined) {
  return Boolean(cid) && staged.all('SELECT cid FROM contents WHERE cid = ?', cid ?? '').length > 0;
}

async function articleOf(site: Site, row: TextRow, isPage: boolean, isDraft: boolean): Promise<SourceArticle> {
  const { staged, routes } = site;
  const key = row.cid ?? '';
  const metas = staged.all(metasOfContent, key);
  const categories = metas.filter(({ type }) => type === 'category');
  const fields = fieldsOf(staged, key);
  const { markdown, warnings } = await bodyOf(textOf(row.text));
  return {
    kind: 'article',
    key,
    isPage,
    title: oneLineOf(row.title),
    markdown,
    summary: firstField(fields, 'excerpt', 'summary', 'abstract', 'customSummary', 'intro', 'desc'),
    ...stateOfContent(row, isDraft),
    author: writerOf(staged, row.authorId),
    categories: categories.map(({ name }) => oneLineOf(name)),
    tags: metas.filter(({ type }) => type === 'tag').map(({ name }) => oneLineOf(name)),
    cover: firstField(fields, 'thumb', 'thumbnail', 'thumbUrl', 'cover', 'banner', 'headimg', 'img', 'image', 'pic'),
    slug: slugOf(row),
    description: firstField(fields, 'description', 'seo_description'),
    keywords: firstField(fields, 'keywords', 'keyword'),
    publishedAt: isDraft ? null : timeOf(row.created),
    updatedAt: timeOf(row.modified),
    pinned: site.pinned.has(key) || countOf(firstField(fields, 'sticky', 'isTop', 'top')) > 0,
    commenting: row.allowComment === '0' ? 'closed' : 'open',
    views: countOf(row.views || row.viewsNum || firstField(fields, 'views', 'viewsNum')),
    likes: countOf(row.agree || row.likes || row.likesNum || firstField(fields, 'agree', 'likes')),
    addresses: isDraft ? [] : contentAddresses(staged, routes, row, isPage ? routes.page : routes.post, categories[0]),
    base: '',
    warnings: [...warnings, ...warningsOf(row)],
  };
}

const metasOfContent = `SELECT DISTINCT metas.* FROM relationships JOIN metas ON metas.mid = relationships.mid
  WHERE relationships.cid = ? ORDER BY CAST(metas."order" AS INTEGER), CAST(metas.mid AS INTEGER)`;

/** The slug of a draft begins with an @. */
function slugOf(row: TextRow) {
  return oneLineOf(row.slug).replace(/^@/, '');
}

function contentAddresses(staged: StagedTables, routes: Routes, row: TextRow, rules: string[], category?: TextRow) {
  const dates = dateNames(timeOf(row.created), routes.offset);
  const directory = category ? directoryOf(staged, category) : '';
  const names = { ...dates, cid: row.cid ?? '', slug: slugOf(row), category: oneLineOf(category?.slug), directory };
  return addressesOf(rules, routes.path, names);
}

/** First address of a published text. */
export function addressOfContent({ staged, routes }: Site, cid: string): string | undefined {
  const [row] = staged.all("SELECT * FROM contents WHERE cid = ? AND type IN ('post', 'page')", cid);
  const category = staged.all(metasOfContent, cid).find(({ type }) => type === 'category');
  return row && contentAddresses(staged, routes, row, row.type === 'page' ? routes.page : routes.post, category)[0];
}

/** Slugs from the topmost category down; a circle of parents ends. */
export function directoryOf(staged: StagedTables, category: TextRow) {
  const slugs = new Map<string, string>();
  for (let row: TextRow | undefined = category; row && !slugs.has(row.mid ?? ''); ) {
    slugs.set(row.mid ?? '', oneLineOf(row.slug));
    [row] = row.parent && row.parent !== '0' ? staged.all('SELECT * FROM metas WHERE mid = ?', row.parent) : [];
  }
  return [...slugs.values()].toReversed().join('/');
}

/** Fields of the author's own by lower-case name. */
function fieldsOf(staged: StagedTables, cid: string) {
  const rows = staged.all('SELECT * FROM fields WHERE cid = ?', cid);
  return new Map(
    rows.map((row) => [row.name?.toLowerCase() ?? '', row[`${row.type ?? 'str'}_value`] ?? row.str_value ?? '']),
  );
}

function firstField(fields: Map<string, string>, ...names: string[]) {
  return oneLineOf(names.map((name) => fields.get(name.toLowerCase())).find(Boolean));
}

type Access = Pick<SourceArticle, 'state' | 'hasPassword' | 'password'>;

function stateOfContent(row: TextRow, isDraft: boolean): Access {
  const locked = { hasPassword: Boolean(row.password), password: row.password || undefined };
  if (isDraft || row.status === 'draft') return { state: 'draft', ...locked };
  if (row.status === 'waiting') return { state: 'held', ...locked };
  const isOpen = row.status === 'publish' || !row.status;
  return { state: isOpen ? 'published' : 'private', ...locked };
}

function warningsOf(row: TextRow): string[] {
  const hidden = row.status === 'hidden' ? ['在原来的站里是隐藏的：知道地址才看得到；这里存为私密'] : [];
  return row.template ? [...hidden, `用了主题的模板 ${row.template}，模板里的内容不在数据库里`] : hidden;
}

export function writerOf(staged: StagedTables, uid: string | null | undefined): Author | null {
  const [user] = uid ? staged.all('SELECT * FROM users WHERE uid = ?', uid) : [];
  return user ? authorOf(user.screenName || user.name, user.mail, user.url) : null;
}

const marker = /^\s*<!--markdown-->\n*/;
const block = /<(?:p|div|h[1-6]|ul|ol|table|blockquote|pre|section|figure)[\s>]/i;

/** Behind the mark a text is Markdown of which each line stands by itself, otherwise HTML whose blank lines part paragraphs. */
async function bodyOf(text: string): Promise<FromHtml> {
  if (marker.test(text)) return { markdown: await breakLines(text.replace(marker, '')), warnings: [] };
  return fromHtml(block.test(text) ? text : withParagraphs(text));
}

function withParagraphs(text: string) {
  const paragraphs = text.split(/\n[^\S\n]*\n/).map((paragraph) => paragraph.trim());
  const tagged = paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`);
  return tagged.filter((paragraph) => paragraph !== '<p></p>').join('\n');
}
