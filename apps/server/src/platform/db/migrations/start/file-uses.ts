import type { Dialect } from '../../dialect.ts';
import { updateOf } from './triggers.ts';

/** Columns that may contain addresses of pictures. Articles are apart. */
const places: Record<string, string[]> = {
  says: ['html', 'pictures'],
  comments: ['html', 'pictures'],
  users: ['avatar', 'cover'],
  links: ['avatar'],
  navigationSites: ['logo'],
  settings: ['value'],
};

/**
 * Triggers that note rows whose texts with pictures changed, in the same transaction; they are read before the next file
 * is served, for `fileUses` answers whether it is public.
 */
export function fileUseTriggers(dialect: Dialect) {
  return [
    ...(dialect === 'postgres' ? [notingFunction] : []),
    ...articleTriggers(dialect),
    ...Object.entries(places).flatMap(([table, columns]) => {
      const named = (row: string) => `(${columns.map((name) => `${row}."${name}" like '%/files/%'`).join(' or ')})`;
      const changed = columns.map((name) => `old."${name}" <> new."${name}"`).join(' or ');
      return noteOn(dialect, { table, columns, named, changed: `(${changed})` });
    }),
  ];
}

/** Text of an article that all may read, as `publicHtml` of conditions.ts. */
const publicHtml = (row: string) =>
  `(case when ${row}."readType" = 0 and ${row}."openingHtml" = '' then ${row}.html else ${row}."openingHtml" end)`;

/**
 * SQLite stores long texts compressed (compressed.ts): those are not searched but taken for named, and compressing itself
 * changes no pictures.
 */
function articleTriggers(dialect: Dialect) {
  const isPacked = (row: string) => (dialect === 'sqlite' ? `typeof(${publicHtml(row)}) = 'blob' or ` : '');
  const compresses = `typeof(old.html) = 'text' and typeof(new.html) = 'blob'`;
  const isOther = `${publicHtml('old')} <> ${publicHtml('new')}`;
  return noteOn(dialect, {
    table: 'articles',
    columns: ['openingHtml', 'html', 'readType', 'cover'],
    named: (row) => `(${isPacked(row)}${publicHtml(row)} like '%/files/%' or ${row}.cover like '%/files/%')`,
    changed:
      dialect === 'sqlite'
        ? `(old.cover <> new.cover or (${isOther} and not (${compresses})))`
        : `(old.cover <> new.cover or ${isOther})`,
  });
}

type Noted = { table: string; columns: string[]; named: (row: string) => string; changed: string };

function noteOn(dialect: Dialect, { table, columns, named, changed }: Noted) {
  const on = (event: string, row: 'old' | 'new', when: string) => {
    // settings have no id: all are read again
    const id = table === 'settings' ? '0' : `${row}.id`;
    const act =
      dialect === 'postgres' ? `execute function "noteFileUses"('${table}')` : `begin ${note(`'${table}'`, id)}; end`;
    return `create trigger "${table}FileUses_${event.split(' ')[0]}" after ${event} for each row when (${when}) ${act}`;
  };
  return [
    on(`insert on "${table}"`, 'new', named('new')),
    on(updateOf(columns, `"${table}"`), 'new', `${changed} and (${named('old')} or ${named('new')})`),
    on(`delete on "${table}"`, 'old', named('old')),
  ];
}

/** Increments an existing note, so that a reader of the row waits for this transaction. */
function note(place: string, id: string) {
  return `insert into "fileUsesDue" (place, "rowId") values (${place}, ${id})
    on conflict (place, "rowId") do update set changes = "fileUsesDue".changes + 1`;
}

const notingFunction = `create function "noteFileUses"() returns trigger language plpgsql as $$
  declare id integer := 0;
  begin
    if tg_argv[0] <> 'settings' then
      if tg_op = 'DELETE' then id := old.id; else id := new.id; end if;
    end if;
    ${note('tg_argv[0]', 'id')};
    return null;
  end $$`;
