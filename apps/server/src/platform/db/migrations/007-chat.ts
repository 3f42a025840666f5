import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const one = (column: Column) => column.notNull().defaultTo(1);
const empty = (column: Column) => column.notNull().defaultTo('');
const none = (column: Column) => column.notNull().defaultTo('[]');
const user = (column: Column) => column.notNull().references('users.id').onDelete('cascade');
const room = (column: Column) => column.notNull().references('rooms.id').onDelete('cascade');
const chatMessage = (column: Column) => column.notNull().references('chatMessages.id').onDelete('cascade');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await rooms(db, dialect);
  await chatMessages(db, dialect);
  await (dialect === 'postgres' ? postgresLines(db) : sqliteLines(db));
  await blocks(db);
  await preferences(db);
  await reports(db);
}

async function rooms(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('rooms')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('kind', 'text', must)
    .addColumn('pair', 'text', (c) => c.unique())
    .addColumn('askedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('lastId', 'integer', zero)
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`insert into rooms (kind, "createdAt") values ('group', ${Date.now()})`.execute(db);
  await db.schema
    .createTable('roomMembers')
    .addColumn('roomId', 'integer', room)
    .addColumn('userId', 'integer', user)
    .addColumn('readId', 'integer', zero)
    .addColumn('clearedId', 'integer', zero)
    .addColumn('listed', 'integer', zero)
    .addColumn('muted', 'integer', zero)
    .addPrimaryKeyConstraint('roomMembersKey', ['roomId', 'userId'])
    .execute();
  await sql`create index "roomMembersByUser" on "roomMembers" ("userId", listed)`.execute(db);
}

async function chatMessages(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('chatMessages')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('seq', 'bigint', must)
    .addColumn('roomId', 'integer', room)
    .addColumn('senderId', 'integer', user)
    .addColumn('text', 'text', empty)
    .addColumn('picture', 'text', empty)
    .addColumn('quoteId', 'integer', (c) => c.references('chatMessages.id').onDelete('set null'))
    .addColumn('place', 'text', empty)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('shown'))
    .addColumn('reasons', 'text', none)
    .addColumn('sendKey', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addUniqueConstraint('chatMessagesOnce', ['senderId', 'sendKey'])
    .execute();
  await sql`create unique index "chatMessagesSeq" on "chatMessages" (seq)`.execute(db);
  await sql`create index "chatMessagesByRoom" on "chatMessages" ("roomId", id)`.execute(db);
  await sql`create index "chatMessagesBySender" on "chatMessages" ("roomId", "senderId")`.execute(db);
  await sql`create index "chatMessagesByTime" on "chatMessages" ("roomId", "createdAt")`.execute(db);
  await sql`create index "chatMessagesWithPicture" on "chatMessages" (picture) where picture <> ''`.execute(db);
  await sql`create index "chatMessagesChanged" on "chatMessages" ("roomId", seq)`.execute(db);
  await db.schema.createTable('chatSequence').addColumn('seq', 'bigint', must).execute();
  await sql`insert into "chatSequence" (seq) values (0)`.execute(db);
  await db.schema
    .createTable('chatHidden')
    .addColumn('messageId', 'integer', chatMessage)
    .addColumn('userId', 'integer', user)
    .addPrimaryKeyConstraint('chatHiddenKey', ['userId', 'messageId'])
    .execute();
  await db.schema
    .createTable('chatCalls')
    .addColumn('messageId', 'integer', chatMessage)
    .addColumn('userId', 'integer', user)
    .addPrimaryKeyConstraint('chatCallsKey', ['userId', 'messageId'])
    .execute();
  await sql`create index "chatCallsOf" on "chatCalls" ("messageId")`.execute(db);
}

/** Empty index of chat messages, filled by search/. */
async function sqliteLines(db: Kysely<never>) {
  await sql`create virtual table lines using fts5(scope, words, content='', contentless_delete=1, detail=column,
    tokenize='ascii')`.execute(db);
}

async function postgresLines(db: Kysely<never>) {
  await sql`create table lines (rowid integer primary key, words tsvector not null)`.execute(db);
  await sql`create index "linesWords" on lines using gin (words) with (fastupdate = off)`.execute(db);
}

async function blocks(db: Kysely<never>) {
  await db.schema
    .createTable('blocks')
    .addColumn('userId', 'integer', user)
    .addColumn('blockedId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('blocksKey', ['userId', 'blockedId'])
    .execute();
  await sql`create index "blocksOf" on blocks ("blockedId")`.execute(db);
}

async function preferences(db: Kysely<never>) {
  for (const name of ['showsRead', 'showsTyping', 'showsPresence'])
    await db.schema.alterTable('users').addColumn(name, 'integer', one).execute();
}

/** Staff see private messages only as the excerpt a reporter handed in. */
async function reports(db: Kysely<never>) {
  await db.schema
    .alterTable('reports')
    .addColumn('chatMessageId', 'integer', (c) => c.references('chatMessages.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('reports').addColumn('excerpt', 'text', empty).execute();
  await sql`create unique index "reportsOfChat" on reports ("chatMessageId", "reporterId")`.execute(db);
}
