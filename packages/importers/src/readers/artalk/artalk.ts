import { readFile } from 'node:fs/promises';
import { decodeText, largestText } from '@mojian/foreign-files/read-text';
import { readYaml } from '@mojian/foreign-files/yaml';
import type { Item, Loss, Reader, Source } from '../../form.ts';
import { commentItems, fieldNames, hasAll } from '../comment-items.ts';
import { countOf, isObject, isSet, oneLineOf, textOf } from '../fields.ts';
import { readElements } from '../json-elements.ts';
import type { TableRow } from '../sql-dump.ts';
import { type StagedTables, type TextRow, withStagedTables } from '../staged-tables.ts';
import { hasTable, rowsOf, tablesOf } from '../tables-of-source.ts';

/**
 * Comments of Artalk: Artrans, the form many services are converted to (a JSON list), its tables as YAML files
 * (comments.yml with users.yml and pages.yml beside it), its SQLite file or a dump.
 */
export const artalk: Reader = {
  id: 'artalk',
  name: 'Artalk',
  recognizes: async (source) => isArtrans(source) || yamlFiles(source).length > 0 || (await hasTables(source)),
  read: (source) =>
    isArtrans(source) ? readArtrans(source) : withStagedTables(tables, (staged) => readTables(source, staged)),
};

const tables = {
  comments: {
    columns: 'id content page_key site_name user_id rid ua created_at is_pending is_pinned vote_up deleted_at'.split(
      ' ',
    ),
    hasUniqueKey: true,
  },
  users: { columns: 'id name email link is_admin'.split(' '), hasUniqueKey: true },
  pages: { columns: 'key title site_name pv'.split(' '), hasUniqueKey: false },
  sites: { columns: ['name', 'urls'], hasUniqueKey: false },
  votes: { columns: 'id target_id type'.split(' '), hasUniqueKey: false },
};
const names = Object.keys(tables);

function isArtrans(source: Source) {
  return hasAll(fieldNames(source), 'content', 'page_key', 'nick');
}

async function hasTables(source: Source) {
  const found = await tablesOf(source);
  return [...found.keys()].some(
    (name) => name.endsWith('comments') && hasTable(found, name, 'page_key', 'rid', 'site_name'),
  );
}

async function* readArtrans(source: Source): AsyncGenerator<Item> {
  for await (const element of readElements(source, [])) {
    if (element.kind === 'loss') yield element;
    else {
      const { value } = element;
      yield* commentItems({
        ...sharedFields(value),
        on: { address: oneLineOf(value.page_key), title: oneLineOf(value.page_title) },
        name: value.nick,
        email: value.email,
        website: value.link,
        byOwner: isSet(value.is_admin) || ownerBadge.test(oneLineOf(value.badge_name)),
        likes: countOf(value.vote_up),
      });
    }
  }
}

/** A badge is given by the administrator, to friends too. */
const ownerBadge = /^(?:admin|administrator|owner|author|管理员|站长|博主|作者|up主)$/i;

function sharedFields(value: Record<string, unknown>) {
  return {
    key: oneLineOf(value.id),
    parent: oneLineOf(value.rid),
    text: value.content,
    time: value.created_at ?? value.date,
    state: isSet(value.is_pending) ? ('held' as const) : ('shown' as const),
    pinned: isSet(value.is_pinned),
    agent: value.ua,
  };
}

async function* readTables(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  const nameOf = (table: string) => names.find((name) => table === name || table.toLowerCase().endsWith(`_${name}`));
  const files = yamlFiles(source);
  const rows = files.length > 0 ? rowsOfYaml(files) : rowsOf(source, (table) => nameOf(table) !== undefined);
  yield* staged.insertAll(rows, nameOf);
  staged.index('pages', 'key');
  staged.index('votes', 'target_id');
  yield* lossesOf(staged);
  for (const row of staged.each(commentsWithAll)) yield* commentOf(row);
}

const commentsWithAll = `SELECT comments.*, users.name, users.email, users.link, users.is_admin, pages.title,
    (SELECT count(*) FROM votes WHERE target_id = comments.id AND type = 'comment_up') AS votes
  FROM comments LEFT JOIN users ON users.id = comments.user_id
  LEFT JOIN pages ON pages.key = comments.page_key AND pages.site_name IS comments.site_name
  WHERE comments.deleted_at IS NULL ORDER BY comments.rowid`;

function commentOf(row: TextRow): AsyncGenerator<Item> {
  return commentItems({
    ...sharedFields(row),
    on: { address: oneLineOf(row.page_key), title: oneLineOf(row.title) },
    name: row.name,
    email: row.email,
    website: row.link,
    byOwner: isSet(row.is_admin),
    likes: Math.max(countOf(row.vote_up), countOf(row.votes)),
  });
}

function* lossesOf(staged: StagedTables): Generator<Item> {
  const [pages] = staged.all('SELECT count(*) AS n FROM pages WHERE CAST(pv AS INTEGER) > 0');
  const views = countOf(pages?.n);
  if (views > 0)
    yield { kind: 'loss', thing: '阅读数', place: `${views} 个页面`, reason: '按地址记的阅读数没有带过来' };
  const [gone] = staged.all('SELECT count(*) AS n FROM comments WHERE deleted_at IS NOT NULL');
  const deleted = countOf(gone?.n);
  if (deleted > 0) yield { kind: 'loss', thing: '评论', place: `${deleted} 条`, reason: '在原来的站里已经删除' };
  const sites = staged.all('SELECT DISTINCT site_name FROM comments').map((row) => row.site_name ?? '');
  if (sites.length > 1)
    yield {
      kind: 'loss',
      thing: '站点',
      place: sites.join('、').slice(0, 200),
      reason: '文件里有几个站点的评论，都读了，按地址找文章',
    };
}

type YamlFile = { name: string; size: number; read: () => Promise<Buffer> };

function yamlFiles({ entries, path, name, size, head }: Source): YamlFile[] {
  const files = entries.map((entry) => ({ name: tableOfFile(entry.path), size: entry.size, read: entry.read }));
  const known = files.filter((file) => names.includes(file.name));
  if (known.some((file) => file.name === 'comments') && known.some((file) => file.name !== 'comments')) return known;
  const isComments =
    entries.length === 0 && /^- /m.test(head.toString('utf8')) && /^ {2}page_key: /m.test(head.toString('utf8'));
  return isComments && /\.ya?ml$/i.test(name) ? [{ name: 'comments', size, read: () => readFile(path) }] : [];
}

function tableOfFile(path: string) {
  return /(?:^|\/)(\w+)\.ya?ml$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

async function* rowsOfYaml(files: YamlFile[]): AsyncGenerator<TableRow | Loss> {
  for (const file of files) {
    const place = `${file.name}.yml`;
    if (file.size > largestText)
      yield { kind: 'loss', thing: 'YAML 文件', place, reason: '超过 5 MB，没有读；请改用 Artrans' };
    else yield* rowsOfFile(file, place);
  }
}

async function* rowsOfFile(file: YamlFile, place: string): AsyncGenerator<TableRow | Loss> {
  let rows: unknown;
  try {
    // aliases could make a small file endless
    rows = readYaml(decodeText(await file.read()), { aliases: 0 });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    yield { kind: 'loss', thing: 'YAML 文件', place, reason: `不是完整的 YAML，没有读：${reason.slice(0, 100)}` };
    return;
  }
  const list = Array.isArray(rows) ? rows : [];
  for (const [index, value] of list.entries())
    if (isObject(value)) {
      const cells = Object.entries(value).map(([column, cell]) => [column, cell === null ? null : textOf(cell)]);
      yield { kind: 'row', table: file.name, row: Object.fromEntries(cells), place: `${place} 第 ${index + 1} 条` };
    }
}
