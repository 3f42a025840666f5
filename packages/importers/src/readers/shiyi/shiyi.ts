import type { Item, Reader, Source } from '../../form.ts';
import { countOf, isSet, oneLineOf, siteAddressOf, textOf, timeOf, websiteOf } from '../fields.ts';
import { fromHtml } from '../html.ts';
import { type StagedTables, type TextRow, withStagedTables } from '../staged-tables.ts';
import { type FoundTables, hasTable, rowsOf, tablesOf } from '../tables-of-source.ts';
import { entryOf } from '../values.ts';
import { readCommunity } from './community.ts';
import { authorOfUser, userOf, userWithInfo } from './users.ts';

/**
 * A dump of shiyi-blog (拾壹博客), of its first tables (`b_article` …) and of its newer ones (`sys_article` …). Passwords,
 * addresses of the network and phone numbers are not read.
 */
export const shiyi: Reader = {
  id: 'shiyi',
  name: '拾壹博客',
  recognizes: async (source) => prefixOf(await tablesOf(source)) !== undefined,
  read: (source) => withStagedTables(tables, (staged) => readSite(source, staged)),
};

const columns = (names: string) => ({ columns: names.split(' '), hasUniqueKey: true });
const pairs = (names: string) => ({ columns: names.split(' '), hasUniqueKey: false });

const tables = {
  article: columns(
    'id user_id category_id title avatar cover summary content content_md read_type is_stick is_publish status is_original original_url is_recommend is_carousel quantity keywords create_time update_time',
  ),
  category: columns('id name remark'),
  tag: columns('id name'),
  article_tag: pairs('article_id tag_id'),
  article_like: pairs('article_id user_id'),
  comment: columns(
    'id user_id article_id content reply_user_id parent_id create_time browser system system_os like_count is_stick',
  ),
  say: columns('id user_id content img_url images is_public like_count status deleted create_time'),
  say_comment: columns('id say_id user_id reply_user_id content create_time'),
  message: columns('id nickname content status create_time'),
  link: columns('id name url avatar info description status sort'),
  user: columns('id username nickname email user_info_id web_site website intro signature create_time'),
  user_info: columns('id email nickname intro web_site'),
  web_config: pairs('name web_url'),
};

const otherNames: Record<string, keyof typeof tables> = {
  tags: 'tag',
  moment: 'say',
  talk: 'say',
  friend_link: 'link',
  friend: 'link',
};

const notRead = new Map([
  ['photo', '照片'],
  ['note', '笔记'],
  ['navigation', '网站导航'],
]);

function prefixOf(found: FoundTables) {
  return ['b_', 'sys_'].find(
    (prefix) =>
      hasTable(found, `${prefix}article`, 'content_md', 'is_stick', 'is_original', 'quantity') &&
      found.has(`${prefix}article_tag`),
  );
}

async function* readSite(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  const found = await tablesOf(source);
  const prefix = prefixOf(found) ?? 'b_';
  const others = new Map<string, number>();
  const nameOf = (table: string) => {
    const name = table.toLowerCase().startsWith(prefix) ? table.toLowerCase().slice(prefix.length) : '';
    const other = notRead.get(name);
    if (other) others.set(other, (others.get(other) ?? 0) + 1);
    return Object.hasOwn(tables, name) ? name : entryOf(otherNames, name);
  };
  yield* staged.insertAll(
    rowsOf(source, () => true),
    nameOf,
  );
  for (const [thing, count] of others)
    yield { kind: 'loss', thing, place: `${count} 条`, reason: '这里没有对应的内容，没有带过来' };
  for (const table of ['article_tag', 'article_like'] as const) staged.index(table, 'article_id');
  const [config] = staged.all('SELECT * FROM web_config');
  yield { kind: 'site', url: siteAddressOf(config?.web_url), title: oneLineOf(config?.name) };
  yield* readCategoriesAndTags(staged);
  for (const row of staged.each('SELECT * FROM article ORDER BY rowid')) yield* readArticle(staged, row);
  yield* readCommunity(staged);
  yield* readLinks(staged, mentions(found.get(`${prefix}friend_link`) ?? found.get(`${prefix}friend`) ?? '', '上架'));
  yield* readPeople(staged);
}

/** Tables are looked through as bytes. */
function mentions(text: string, word: string) {
  return text.includes(Buffer.from(word).toString('latin1')) || text.includes(word);
}

function* readCategoriesAndTags(staged: StagedTables): Generator<Item> {
  for (const { id, name, remark } of staged.each('SELECT * FROM category'))
    yield {
      kind: 'category',
      key: id ?? '',
      name: oneLineOf(name),
      parent: null,
      intro: textOf(remark),
      addresses: [`/category?id=${id}`],
    };
  for (const { id, name } of staged.each('SELECT * FROM tag'))
    yield { kind: 'tag', key: id ?? '', name: oneLineOf(name), addresses: [`/tags?id=${id}`] };
}

async function* readArticle(staged: StagedTables, row: TextRow): AsyncGenerator<Item> {
  const id = oneLineOf(row.id);
  if (id === '') {
    yield { kind: 'loss', thing: '文章', place: oneLineOf(row.title), reason: '没有编号，没有带过来' };
    return;
  }
  const { markdown, warnings } = oneLineOf(row.content_md)
    ? { markdown: textOf(row.content_md), warnings: [] }
    : await fromHtml(textOf(row.content));
  const [category] = row.category_id ? staged.all('SELECT name FROM category WHERE id = ?', row.category_id) : [];
  const [likes] = staged.all('SELECT count(*) AS n FROM article_like WHERE article_id = ?', id);
  const isPublished = (row.is_publish ?? row.status) === '1';
  const time = timeOf(row.create_time);
  yield {
    kind: 'article',
    key: id,
    isPage: false,
    title: oneLineOf(row.title),
    markdown,
    summary: oneLineOf(row.summary),
    state: isPublished ? 'published' : 'draft',
    hasPassword: false,
    author: userOf(staged, row.user_id),
    categories: category ? [oneLineOf(category.name)] : [],
    tags: staged.all(tagsOfArticle, id).map(({ name }) => oneLineOf(name)),
    cover: oneLineOf(row.cover) || oneLineOf(row.avatar),
    slug: '',
    description: '',
    keywords: oneLineOf(row.keywords),
    publishedAt: isPublished ? time : null,
    updatedAt: timeOf(row.update_time) ?? time,
    pinned: isSet(row.is_stick),
    commenting: 'open',
    views: countOf(row.quantity),
    likes: countOf(likes?.n),
    addresses: isPublished ? [`/article/${id}`, `/post/${id}`] : [],
    base: '',
    readType: countOf(row.read_type) <= 3 ? countOf(row.read_type) : undefined,
    sourceUrl: websiteOf(row.original_url) || undefined,
    isOriginal: row.is_original !== '0',
    isRecommended: isSet(row.is_recommend),
    isFeatured: isSet(row.is_carousel),
    warnings,
  };
}

const tagsOfArticle = `SELECT DISTINCT tag.name FROM article_tag JOIN tag ON tag.id = article_tag.tag_id
  WHERE article_tag.article_id = ?`;

/** Newer tables count 2 as shown (0 off, 1 asked for), older ones 1. */
function* readLinks(staged: StagedTables, countsRequests: boolean): Generator<Item> {
  const shown = countsRequests || staged.all("SELECT id FROM link WHERE status = '2'").length > 0 ? '2' : '1';
  for (const row of staged.each('SELECT * FROM link ORDER BY CAST(sort AS INTEGER) DESC, rowid')) {
    const name = oneLineOf(row.name);
    if (row.status !== shown) yield { kind: 'loss', thing: '友链', place: name, reason: '在原来的站里没有上架' };
    else {
      const intro = oneLineOf(row.info) || oneLineOf(row.description);
      yield {
        kind: 'link',
        key: row.id ?? '',
        group: '',
        name,
        url: websiteOf(row.url),
        intro,
        avatar: oneLineOf(row.avatar),
      };
    }
  }
}

function* readPeople(staged: StagedTables): Generator<Item> {
  const silent = `SELECT id FROM user WHERE id NOT IN (SELECT user_id FROM article WHERE user_id NOT NULL)
    AND id NOT IN (SELECT user_id FROM comment WHERE user_id NOT NULL) AND id NOT IN (SELECT user_id FROM say WHERE user_id NOT NULL)`;
  for (const { id } of staged.each(silent)) {
    const [row] = staged.all(userWithInfo, id ?? '');
    if (row)
      yield {
        kind: 'person',
        key: id ?? '',
        ...authorOfUser(row),
        intro: oneLineOf(row.intro),
        createdAt: timeOf(row.create_time),
      };
  }
}
