import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Number of people each member follows and is followed by, kept by triggers: a count reads an entry for each fan. */
export async function up(db: Kysely<never>, dialect: Dialect) {
  const triggers = dialect === 'sqlite' ? onEachRow() : onEachStatement();
  for (const step of [table(dialect), ...count('follows', 1), ...triggers]) await sql.raw(step).execute(db);
}

const table = (dialect: Dialect) => `create table "followCounts" ("userId" integer primary key,
  follows integer not null, fans integer not null)${dialect === 'sqlite' ? ' without rowid' : ''}`;

/** Counts rows of `follows` in, or out with the sign -1. In order of the member, so that two statements do not deadlock. */
function count(rows: string, sign: 1 | -1) {
  const ends = `select "followerId" as "userId", 1 as follows, 0 as fans from ${rows} as changed
    union all select "followedId", 0, 1 from ${rows} as changed`;
  const step = `insert into "followCounts" ("userId", follows, fans)
    select "userId", ${sign} * sum(follows), ${sign} * sum(fans) from (${ends}) as ends
    where true group by "userId" order by "userId"
    on conflict ("userId") do update set follows = "followCounts".follows + excluded.follows,
      fans = "followCounts".fans + excluded.fans`;
  const emptied = `delete from "followCounts" where follows = 0 and fans = 0
    and "userId" in (select "userId" from (${ends}) as ends)`;
  return sign === 1 ? [step] : [step, emptied];
}

const events = ['insert', 'delete', 'update'] as const;

/** Steps of a trigger on each event, given how it names the old and the new rows. */
function stepsOn(event: (typeof events)[number], { before, after }: { before: string; after: string }) {
  const steps = { insert: count(after, 1), delete: count(before, -1) };
  return event === 'update' ? [...steps.insert, ...steps.delete] : steps[event];
}

function onEachRow() {
  const row = (of: string) => `(select ${of}."followerId" as "followerId", ${of}."followedId" as "followedId")`;
  const rows = { before: row('old'), after: row('new') };
  return events.map(
    (event) =>
      `create trigger "followsCounted_${event}" after ${event} on follows begin ${stepsOn(event, rows).join('; ')}; end`,
  );
}

function onEachStatement() {
  const rows = { before: 'removed', after: 'added' };
  const tables = {
    insert: 'new table as added',
    delete: 'old table as removed',
    update: 'old table as removed new table as added',
  };
  return events.flatMap((event) => [
    `create function "followsCounted_${event}"() returns trigger language plpgsql as $$
      begin ${stepsOn(event, rows).join('; ')}; return null; end $$`,
    `create trigger "followsCounted_${event}" after ${event} on follows referencing ${tables[event]}
      for each statement execute function "followsCounted_${event}"()`,
  ]);
}
