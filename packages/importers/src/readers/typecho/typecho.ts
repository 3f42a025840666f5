import type { Item, Reader, Source } from '../../form.ts';
import { commentItems, stateOfStatus } from '../comment-items.ts';
import { authorOf, countOf, oneLineOf, siteAddressOf, textOf, timeOf } from '../fields.ts';
import { type StagedTables, type TextRow, withStagedTables } from '../staged-tables.ts';
import { hasTable, rowsOf, tablesOf } from '../tables-of-source.ts';
import { addressesOf, routesOf } from './addresses.ts';
import { isBackup, readTypechoBackup } from './backup.ts';
import { addressOfContent, contentColumns, directoryOf, readContents, type Site, writerOf } from './contents.ts';
import { readSerialized, textField } from './serialized.ts';

/** A Typecho site: its SQLite file, a dump of its MySQL or PostgreSQL tables under any prefix, or its backup (`.dat`). */
export const typecho: Reader = {
  id: 'typecho',
  name: 'Typecho',
  recognizes: async (source) => isBackup(source) || (await prefixesOf(source)).length > 0,
  read: (source) => withStagedTables(tables, (staged) => readSite(source, staged)),
};

const tables = {
  contents: { columns: contentColumns, hasUniqueKey: true },
  comments: {
    columns: 'coid cid created author authorId mail url agent text type status parent'.split(' '),
    hasUniqueKey: true,
  },
  metas: { columns: 'mid name slug type description order parent'.split(' '), hasUniqueKey: true },
  relationships: { columns: ['cid', 'mid'], hasUniqueKey: false },
  users: { columns: 'uid name mail url screenName created'.split(' '), hasUniqueKey: true },
  fields: { columns: 'cid name type str_value int_value float_value'.split(' '), hasUniqueKey: false },
  options: { columns: ['name', 'user', 'value'], hasUniqueKey: false },
  links: { columns: 'lid name url sort image description order state'.split(' '), hasUniqueKey: true },
};

/** Tables are named `typecho_contents`, where the owner may have chosen another beginning; a dump may hold several sites. */
async function prefixesOf(source: Source) {
  const found = await tablesOf(source);
  const ends = [...found.keys()].filter((name) => name.endsWith('contents'));
  const prefixes = ends.map((name) => name.slice(0, -'contents'.length));
  return prefixes.filter(
    (prefix) => hasTable(found, `${prefix}contents`, 'cid', 'slug', 'allowcomment') && found.has(`${prefix}metas`),
  );
}

async function* readSite(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  yield* fill(source, staged);
  const rows = staged.all("SELECT name, value FROM options WHERE user = '0' OR user IS NULL");
  const options = new Map(rows.map(({ name, value }) => [name ?? '', value ?? '']));
  const site: Site = { staged, options, routes: routesOf(options), pinned: pinnedOf(options) };
  yield { kind: 'site', url: siteUrlOf(source, options), title: oneLineOf(options.get('title')) };
  yield* readMetas(site);
  yield* readContents(site);
  yield* readAttachments(site);
  const comments = "SELECT * FROM comments WHERE type = 'comment' OR type IS NULL ORDER BY rowid";
  for (const row of staged.each(comments)) yield* commentOf(site, row);
  yield* readLinks(staged);
  yield* readOthers(staged);
}

/** Friend links of the plugin Links. */
function* readLinks(staged: StagedTables): Generator<Item> {
  for (const row of staged.each('SELECT * FROM links ORDER BY CAST("order" AS INTEGER), CAST(lid AS INTEGER)')) {
    const [name, url] = [oneLineOf(row.name), oneLineOf(row.url)];
    if (row.state === '0') yield { kind: 'loss', thing: '友链', place: name, reason: '在原来的站里停用了，没有带过来' };
    else {
      const [intro, avatar] = [oneLineOf(row.description), oneLineOf(row.image)];
      yield { kind: 'link', key: row.lid ?? url, group: oneLineOf(row.sort), name, url, intro, avatar };
    }
  }
}

async function* fill(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  const [prefix = '', ...others] = await prefixesOf(source);
  for (const other of others)
    yield {
      kind: 'loss',
      thing: '站点',
      place: `表 ${other}contents`,
      reason: `文件里有几个站点，只读了 ${prefix}contents 的那个`,
    };
  const nameOf = (table: string) => {
    const name = table.toLowerCase();
    return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  };
  const isWanted = (table: string) => Object.hasOwn(tables, nameOf(table) ?? '');
  yield* staged.insertAll(isBackup(source) ? readTypechoBackup(source.path) : rowsOf(source, isWanted), nameOf);
  staged.index('relationships', 'cid');
  staged.index('fields', 'cid');
}

/** A backup has no options, but the name given to it holds the site's. */
function siteUrlOf(source: Source, options: Map<string, string>) {
  const [, host] = /(?:^|\/)\d{8}_([\w.-]+)_[0-9a-f]+\.dat$/i.exec(source.name) ?? [];
  return siteAddressOf(options.get('siteUrl')) || (host ? `https://${host}` : '');
}

/** Articles that the plugin Sticky keeps at the top. */
function pinnedOf(options: Map<string, string>) {
  const settings = readSerialized(options.get('plugin:Sticky'));
  return new Set(textField(settings, 'sticky_cids').split(/[\s,，]+/));
}

function* readMetas({ staged, routes }: Site): Generator<Item> {
  for (const row of staged.each('SELECT * FROM metas ORDER BY rowid')) {
    const [key, name] = [oneLineOf(row.mid), oneLineOf(row.name)];
    const names = { mid: key, slug: oneLineOf(row.slug), directory: directoryOf(staged, row) };
    if (row.type === 'tag') yield { kind: 'tag', key, name, addresses: addressesOf(routes.tag, routes.path, names) };
    if (row.type !== 'category') continue;
    const parent = row.parent && row.parent !== '0' ? row.parent : null;
    const addresses = addressesOf(routes.category, routes.path, names);
    yield { kind: 'category', key, name, parent, intro: textOf(row.description), addresses };
  }
}

function* readAttachments(site: Site): Generator<Item> {
  const sql = `SELECT files.*, pages.text AS page FROM contents files LEFT JOIN contents pages ON pages.cid = files.parent
    WHERE files.type = 'attachment'`;
  for (const row of site.staged.each(sql)) yield* readAttachment(site, row);
}

/** Files are not in a database: those an article shows are fetched from the old site, the others are losses. */
function* readAttachment(site: Site, row: TextRow): Generator<Item> {
  const { routes } = site;
  const path = textField(readSerialized(row.text), 'path');
  const isShown = path !== '' && (row.page ?? '').includes(path);
  const place = oneLineOf(row.title) || path;
  if (!isShown) yield { kind: 'loss', thing: '附件', place, reason: '文章里没有用到，文件不在数据库里，没有带过来' };
  const to = addressOfContent(site, row.parent ?? '');
  if (!to) return;
  const addresses = addressesOf(routes.attachment, routes.path, { cid: row.cid ?? '', slug: oneLineOf(row.slug) });
  for (const from of addresses) yield { kind: 'redirect', from, to };
}

async function* commentOf({ staged, options }: Site, row: TextRow): AsyncGenerator<Item> {
  const member = row.authorId === '0' ? null : writerOf(staged, row.authorId);
  yield* commentItems({
    key: row.coid ?? '',
    on: { article: row.cid ?? '' },
    parent: row.parent ?? '',
    name: row.author || member?.name,
    email: row.mail || member?.email,
    website: row.url || member?.website,
    text: row.text,
    isPlain: options.get('commentsMarkdown') !== '1',
    time: row.created,
    state: stateOfStatus(row.status, false),
    likes: 0,
    pinned: false,
    agent: row.agent,
  });
}

function* readOthers(staged: StagedTables): Generator<Item> {
  const [row] = staged.all("SELECT count(*) AS n FROM comments WHERE type <> 'comment'");
  const pings = countOf(row?.n);
  if (pings > 0) yield { kind: 'loss', thing: '引用通告', place: `${pings} 条`, reason: '这里没有引用通告' };
  const silent = `SELECT * FROM users WHERE uid NOT IN (SELECT authorId FROM contents WHERE authorId NOT NULL)
    AND uid NOT IN (SELECT authorId FROM comments WHERE authorId NOT NULL)`;
  for (const user of staged.each(silent)) {
    const author = authorOf(user.screenName || user.name, user.mail, user.url);
    yield { kind: 'person', key: user.uid ?? '', ...author, intro: '', createdAt: timeOf(user.created) };
  }
}
