import type { Item, Loss, Reader, Source } from '../../form.ts';
import { commentItems, fieldNames, hasAll, stateOfStatus } from '../comment-items.ts';
import { authorOf, countOf, isObject, isSet, oneLineOf, textOf, timeOf } from '../fields.ts';
import { jsonHead, readElements } from '../json-elements.ts';
import type { TableRow } from '../sql-dump.ts';
import { type StagedTables, type TextRow, withStagedTables } from '../staged-tables.ts';
import { hasTable, rowsOf, tablesOf } from '../tables-of-source.ts';

/** Comments of Waline: its own export (JSON), its SQLite file, or a dump of its MySQL or PostgreSQL tables. */
export const waline: Reader = {
  id: 'waline',
  name: 'Waline',
  recognizes: async (source) => isExport(source) || (await prefixOf(source)) !== undefined,
  read: (source) => withStagedTables(tables, (staged) => readComments(source, staged)),
};

const tables = {
  comment: {
    columns: 'id user_id comment insertedAt createdAt link mail nick rid pid sticky status like ua url'.split(' '),
    hasUniqueKey: true,
  },
  users: { columns: 'id display_name email url label type createdAt'.split(' '), hasUniqueKey: true },
  counter: { columns: ['url', 'time'], hasUniqueKey: false },
};

function isExport(source: Source) {
  const names = fieldNames(source);
  return hasAll(names, 'type', 'tables', 'data') && /"type"\s*:\s*"waline"/.test(jsonHead(source).slice(0, 4096));
}

/** Tables are named `wl_Comment`, where the owner may have chosen other letters than `wl_`. */
async function prefixOf(source: Source) {
  const found = await tablesOf(source);
  const prefixes = [...found.keys()]
    .filter((name) => name.endsWith('comment'))
    .map((name) => name.slice(0, -'comment'.length));
  return prefixes.find(
    (prefix) =>
      hasTable(found, `${prefix}comment`, 'insertedat', 'nick', 'pid', 'rid', 'ua') && found.has(`${prefix}users`),
  );
}

async function* readComments(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  if (isExport(source)) yield* staged.insertAll(rowsOfExport(source), (table) => table);
  else {
    const prefix = (await prefixOf(source)) ?? 'wl_';
    const nameOf = (table: string) => {
      const name = table.toLowerCase();
      return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
    };
    yield* staged.insertAll(
      rowsOf(source, (table) => (nameOf(table) ?? '') in tables),
      nameOf,
    );
  }
  const views = staged.count('counter');
  if (views > 0)
    yield { kind: 'loss', thing: '阅读数', place: `${views} 个页面`, reason: '按地址记的阅读数和表情没有带过来' };
  for (const row of staged.each(commentsWithUsers)) yield* commentOf(row);
  for (const row of staged.each(
    'SELECT * FROM users WHERE id NOT IN (SELECT user_id FROM comment WHERE user_id NOT NULL)',
  ))
    yield personOf(row);
}

const commentsWithUsers = `SELECT comment.*, users.display_name AS user_name, users.email AS user_email, users.url AS user_url,
    users.type AS user_type
  FROM comment LEFT JOIN users ON users.id = comment.user_id ORDER BY comment.rowid`;

/** Reads the export; its ids are named `objectId`, whatever the storage. */
async function* rowsOfExport(source: Source): AsyncGenerator<TableRow | Loss> {
  for await (const element of readElements(source, ['data.*', 'data.data.*'])) {
    if (element.kind === 'loss') yield element;
    else {
      const { value, list, place } = element;
      const cells = Object.entries({ ...value, id: value.objectId ?? value.id });
      const row = Object.fromEntries(cells.map(([name, cell]) => [name, cellOf(cell)]));
      yield { kind: 'row', table: list.split('.').at(-1)?.toLowerCase() ?? '', row, place };
    }
  }
}

function cellOf(value: unknown) {
  if (value === null || value === undefined) return null;
  if (isObject(value)) return oneLineOf(value.iso ?? value.$date ?? value.$oid);
  return typeof value === 'boolean' ? String(Number(value)) : textOf(value);
}

/** A member's present name counts, as Waline shows it. */
function commentOf(row: TextRow): AsyncGenerator<Item> {
  return commentItems({
    key: row.id ?? '',
    on: { address: oneLineOf(row.url), title: '' },
    parent: row.pid ?? row.rid ?? '',
    name: row.user_name || row.nick,
    email: row.user_email || row.mail,
    website: row.user_url || row.link,
    text: row.comment,
    time: row.insertedAt ?? row.createdAt,
    state: stateOfStatus(row.status, false),
    likes: countOf(row.like),
    pinned: isSet(row.sticky),
    agent: row.ua,
    byOwner: row.user_type === 'administrator',
  });
}

function personOf(row: TextRow): Item {
  const author = authorOf(row.display_name, row.email, row.url);
  return {
    kind: 'person',
    key: row.id ?? '',
    ...author,
    intro: oneLineOf(row.label),
    createdAt: timeOf(row.createdAt),
  };
}
