import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Says are stamped with one of four seals, each once a person; what was a like before is the first of them. */
export async function up(db: Kysely<never>, dialect: Dialect) {
  for (const step of dialect === 'sqlite' ? copiedLikes : alteredLikes) await sql.raw(step).execute(db);
  for (const counter of ['laughs', 'recalls', 'hugs'])
    await sql`alter table says add column ${sql.ref(counter)} integer not null default 0`.execute(db);
}

const key = `constraint "likesKey" primary key (kind, "targetId", "userId", seal)`;

const alteredLikes = [
  `alter table likes add column seal text not null default 'like'`,
  `alter table likes drop constraint "likesKey"`,
  `alter table likes add ${key}`,
];

/** SQLite changes the key of a table by copying it. */
const copiedLikes = [
  `create table "sealedLikes" (kind text not null, "targetId" integer not null,
    "userId" integer not null references users (id) on delete cascade, "createdAt" bigint not null,
    seal text not null default 'like', ${key})`,
  `insert into "sealedLikes" (kind, "targetId", "userId", "createdAt")
    select kind, "targetId", "userId", "createdAt" from likes`,
  'drop table likes',
  'alter table "sealedLikes" rename to likes',
  `create index "likesNew" on likes (kind, "targetId", "createdAt" desc)`,
  `create index "likesByUser" on likes ("userId")`,
];
