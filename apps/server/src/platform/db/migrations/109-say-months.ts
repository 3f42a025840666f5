import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { onEachRow, onEachStatement, rowOf, updateOf } from './start/triggers.ts';

/** Public says and their pictures by month in China, kept by triggers: the list shows every month's count. */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const steps = [
    'create table "sayMonths" (month integer primary key, says integer not null, pictures integer not null)',
    countInto(dialect, 'says', 1),
    ...(dialect === 'sqlite' ? triggersByRow() : triggersByStatement()),
  ];
  for (const step of steps) await sql.raw(step).execute(db);
}

const columns = ['createdAt', 'isPublic', 'state', 'pictures'];

function triggersByRow() {
  const added = countInto('sqlite', rowOf('new', columns), 1);
  const removed = countInto('sqlite', rowOf('old', columns), -1);
  const on = (name: string, event: string, steps: string[]) =>
    onEachRow('sqlite', { name: `saysByMonth_${name}`, event, steps });
  return [
    ...on('insert', 'insert on says', [added]),
    ...on('delete', 'delete on says', [removed]),
    ...on('update', updateOf(columns, 'says'), [removed, added]),
  ];
}

function triggersByStatement() {
  const added = countInto('postgres', 'added', 1);
  const removed = countInto('postgres', 'removed', -1);
  return [
    ...onEachStatement('saysByMonth_insert', ['insert', 'says'], [added]),
    ...onEachStatement('saysByMonth_delete', ['delete', 'says'], [removed]),
    ...onEachStatement('saysByMonth_update', ['update', 'says'], [removed, added]),
  ];
}

/** Counts rows of `says` in, or out with the sign -1. In order of the month, so that two statements do not deadlock. */
function countInto(dialect: Dialect, rows: string, sign: 1 | -1) {
  return `insert into "sayMonths" (month, says, pictures)
    select ${monthIn(dialect)}, ${sign} * count(*), ${sign} * sum(${pictures}) from ${rows} as changed
    where changed."isPublic" = 1 and changed.state = 'shown' group by 1 order by 1
    on conflict (month) do update set says = "sayMonths".says + excluded.says,
      pictures = "sayMonths".pictures + excluded.pictures`;
}

/** Pictures of a row: the text is JSON, in which no address can contain a quotation mark. */
const pictures = `((length(changed.pictures) - length(replace(changed.pictures, '"url":', ''))) / 6)`;

/** Years 1 to 9999, outside of which the databases' calendars differ. */
const [earliest, latest] = ['-62135596800000', '253402300799999'];

/** 202611 for November 2026. */
function monthIn(dialect: Dialect) {
  const [least, most] = dialect === 'sqlite' ? ['min', 'max'] : ['least', 'greatest'];
  const time = `${most}(${least}(changed."createdAt" + 28800000, ${latest}), ${earliest}) / 1000.0`;
  return dialect === 'sqlite'
    ? `cast(strftime('%Y%m', ${time}, 'unixepoch') as integer)`
    : `cast(to_char(to_timestamp(${time}) at time zone 'UTC', 'YYYYMM') as integer)`;
}
