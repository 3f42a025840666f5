import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const key = (column: Column) => column.primaryKey();
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const empty = (column: Column) => column.notNull().defaultTo('');
const user = (column: Column) => column.notNull().references('users.id').onDelete('cascade');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await profiles(db);
  await sessions(db, dialect);
  await secrets(db, dialect);
  await waysIn(db, dialect);
  await people(db, dialect);
  await writings(db);
  await uploads(db);
}

async function profiles(db: Kysely<never>) {
  const users = db.schema.alterTable('users');
  await users.addColumn('nicknameKey', 'text').execute();
  await users.addColumn('cover', 'text', empty).execute();
  await users.addColumn('website', 'text', empty).execute();
  await users.addColumn('place', 'text', empty).execute();
  await users.addColumn('mailOnReply', 'integer', zero).execute();
  await users.addColumn('emailProposed', 'integer', zero).execute();
  await users.addColumn('closesAt', 'bigint').execute();
  await users.addColumn('keepWritings', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await sql`create unique index "usersByNickname" on users ("nicknameKey")`.execute(db);
  await sql`create index "usersClosing" on users ("closesAt") where "closesAt" is not null`.execute(db);
}

async function sessions(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', user)
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('way', 'text', must)
    .addColumn('device', 'text', must)
    .addColumn('place', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('usedAt', 'bigint', must)
    .addColumn('expiresAt', 'bigint', must)
    .execute();
  await sql`create index "sessionsByUser" on sessions ("userId", "usedAt" desc)`.execute(db);
  await sql`create index "sessionsEnding" on sessions ("expiresAt")`.execute(db);
}

async function secrets(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('tickets')
    .addColumn('hash', 'text', key)
    .addColumn('kind', 'text', must)
    .addColumn('payload', 'text', must)
    .addColumn('expiresAt', 'bigint', must)
    .execute();
  await db.schema
    .createTable('limits')
    .addColumn('name', 'text', key)
    .addColumn('hits', 'integer', must)
    .addColumn('resetsAt', 'bigint', must)
    .execute();
  await db.schema
    .createTable('mailCodes')
    .addColumn('email', 'text', key)
    .addColumn('hash', 'text', must)
    .addColumn('triesLeft', 'integer', must)
    .addColumn('sentAt', 'bigint', must)
    .addColumn('expiresAt', 'bigint', must)
    .execute();
  await db.schema
    .createTable('keptMails')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('recipient', 'text', must)
    .addColumn('subject', 'text', must)
    .addColumn('text', 'text', must)
    .addColumn('html', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();
}

async function waysIn(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('socialLinks')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', user)
    .addColumn('provider', 'text', must)
    .addColumn('subject', 'text', must)
    .addColumn('name', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addUniqueConstraint('socialLinksSubject', ['provider', 'subject'])
    .addUniqueConstraint('socialLinksUser', ['userId', 'provider'])
    .execute();
  await db.schema
    .createTable('wechatCodes')
    .addColumn('code', 'text', key)
    .addColumn('asker', 'text', must)
    .addColumn('userId', 'integer', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('expiresAt', 'bigint', must)
    .execute();
  await db.schema
    .createTable('wechatMessages')
    .addColumn('id', 'text', key)
    .addColumn('answer', 'text', must)
    .addColumn('seenAt', 'bigint', must)
    .execute();
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', user)
    .addColumn('name', 'text', must)
    .addColumn('credentialId', 'text', (c) => c.notNull().unique())
    .addColumn('publicKey', 'text', must)
    .addColumn('counter', 'bigint', must)
    .addColumn('transports', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('usedAt', 'bigint')
    .execute();
  await sql`create index "passkeysByUser" on passkeys ("userId")`.execute(db);
}

async function people(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('follows')
    .addColumn('followerId', 'integer', user)
    .addColumn('followedId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('followsKey', ['followerId', 'followedId'])
    .addCheckConstraint('nobodyFollowsThemselves', sql`"followerId" <> "followedId"`)
    .execute();
  await sql`create index "followsNew" on follows ("followerId", "createdAt" desc)`.execute(db);
  await sql`create index "fansNew" on follows ("followedId", "createdAt" desc)`.execute(db);
  await db.schema
    .createTable('signIns')
    .addColumn('userId', 'integer', user)
    .addColumn('day', 'text', must)
    .addPrimaryKeyConstraint('signInsKey', ['userId', 'day'])
    .execute();
  await db.schema
    .createTable('dataArchives')
    .addColumn('userId', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', must)
    .addColumn('progress', 'integer', must)
    .addColumn('bytes', dialect === 'postgres' ? 'bytea' : 'blob')
    .addColumn('failure', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('expiresAt', 'bigint', must)
    .execute();
}

/** Indexes a member's writings for their page, their export and the erasure of the account. */
async function writings(db: Kysely<never>) {
  await sql`create index "saysByAuthor" on says ("authorId")`.execute(db);
  await sql`create index "commentsByAuthor" on comments ("authorId")`.execute(db);
  await sql`create index "boardMessagesByAuthor" on "boardMessages" ("authorId")`.execute(db);
}

async function uploads(db: Kysely<never>) {
  const files = db.schema.alterTable('files');
  await files.addColumn('sizes', 'text', (c) => c.notNull().defaultTo('[]')).execute();
  await files.addColumn('thumbhash', 'text', empty).execute();
  await db.schema
    .createTable('fileOwners')
    .addColumn('key', 'text', (c) => c.notNull().references('files.key').onDelete('cascade'))
    .addColumn('userId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('fileOwnersKey', ['key', 'userId'])
    .execute();
  await sql`create index "fileOwnersByUser" on "fileOwners" ("userId")`.execute(db);
}
