import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const empty = (column: Column) => column.notNull().defaultTo('');
const none = (column: Column) => column.notNull().defaultTo('[]');
const shown = (column: Column) => column.notNull().defaultTo('shown');
const user = (column: Column) => column.notNull().references('users.id').onDelete('cascade');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await comments(db, dialect);
  await liking(db);
  await notices(db, dialect);
  await replyMails(db);
  await says(db);
  await boardAndLinks(db);
  await countBoard(db, dialect);
  await words(db, dialect);
}

/** Rebuilds the table so that comments may belong to a say: SQLite cannot drop "not null". */
async function comments(db: Kysely<never>, dialect: Dialect) {
  await sql`alter table comments rename to "oldComments"`.execute(db);
  await sql`drop index "commentsNew"`.execute(db);
  await sql`drop index "commentsByArticle"`.execute(db);
  await db.schema
    .createTable('comments')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('articleId', 'integer', (c) => c.references('articles.id').onDelete('cascade'))
    .addColumn('sayId', 'integer', (c) => c.references('says.id').onDelete('cascade'))
    .addColumn('parentId', 'integer', (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('replyToId', 'integer', (c) => c.references('comments.id').onDelete('set null'))
    .addColumn('authorId', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', must)
    .addColumn('html', 'text', empty)
    .addColumn('pictures', 'text', none)
    .addColumn('place', 'text', empty)
    .addColumn('device', 'text', empty)
    .addColumn('likes', 'integer', zero)
    .addColumn('replies', 'integer', zero)
    .addColumn('state', 'text', shown)
    .addColumn('reasons', 'text', none)
    .addColumn('sendKey', 'text')
    .addColumn('createdAt', 'bigint', must)
    .addColumn('removedAt', 'bigint')
    .addCheckConstraint('commentHasOneTarget', sql`("articleId" is null) <> ("sayId" is null)`)
    .addUniqueConstraint('commentsOnce', ['authorId', 'sendKey'])
    .execute();
  await keepComments(db as unknown as Kysely<Comments>, dialect);
  await indexComments(db);
}

type OldComment = {
  id: number;
  articleId: number;
  authorId: number;
  text: string;
  createdAt: number;
  removedAt: number | null;
};
type Comments = { oldComments: OldComment; comments: OldComment & { html: string } };

/** Renders earlier board messages under their old ids. */
async function keepComments(db: Kysely<Comments>, dialect: Dialect) {
  const old = await db.selectFrom('oldComments').selectAll().orderBy('id').execute();
  if (old.length > 0) {
    const { renderShortText } = await import('@mojian/markdown/short-text');
    for (const comment of old)
      await db
        .insertInto('comments')
        .values({ ...comment, html: renderShortText(comment.text).html })
        .execute();
  }
  await db.schema.dropTable('oldComments').execute();
  if (dialect === 'postgres')
    await sql`select setval(pg_get_serial_sequence('comments', 'id'), greatest(1, (select max(id) from comments)))`.execute(
      db,
    );
}

/** Covering indexes for pages of comments by target, state, parent and order. */
async function indexComments(db: Kysely<never>) {
  const order = sql`"createdAt" desc, id desc`;
  await sql`create index "commentsNew" on comments (${order}) where state = 'shown' and "removedAt" is null`.execute(
    db,
  );
  for (const target of ['articleId', 'sayId']) {
    const on = sql`comments (${sql.ref(target)}, state`;
    const top = sql`where "parentId" is null and ${sql.ref(target)} is not null`;
    await sql`create index ${sql.ref(`comments_${target}_new`)} on ${on}, ${order}) ${top}`.execute(db);
    await sql`create index ${sql.ref(`comments_${target}_hot`)} on ${on}, likes desc, ${order}) ${top}`.execute(db);
  }
  await sql`create index "commentsReplies" on comments ("parentId", state, "createdAt", id)
    where "parentId" is not null`.execute(db);
  await sql`create index "commentsByAuthor" on comments ("authorId", ${order})`.execute(db);
  await sql`create index "commentsHeld" on comments ("createdAt") where state = 'held'`.execute(db);
}

async function liking(db: Kysely<never>) {
  await db.schema
    .createTable('likes')
    .addColumn('kind', 'text', must)
    .addColumn('targetId', 'integer', must)
    .addColumn('userId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('likesKey', ['kind', 'targetId', 'userId'])
    .execute();
  await sql`create index "likesNew" on likes (kind, "targetId", "createdAt" desc)`.execute(db);
  await sql`create index "likesByUser" on likes ("userId")`.execute(db);
  await db.schema
    .createTable('collects')
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('userId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('collectsKey', ['articleId', 'userId'])
    .execute();
  await sql`create index "collectsByUser" on collects ("userId", "createdAt" desc)`.execute(db);
  await db.schema
    .createTable('unlocks')
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('reader', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('unlocksKey', ['articleId', 'reader'])
    .execute();
}

async function notices(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('notices')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', user)
    .addColumn('kind', 'integer', must)
    .addColumn('subject', 'text', must)
    .addColumn('count', 'integer', zero)
    .addColumn('text', 'text', empty)
    .addColumn('title', 'text', empty)
    .addColumn('link', 'text', empty)
    .addColumn('reason', 'text', empty)
    .addColumn('readAt', 'bigint')
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`create index "noticesNew" on notices ("userId", kind, "createdAt" desc, id desc)`.execute(db);
  await sql`create index "noticesUnread" on notices ("userId", kind) where "readAt" is null`.execute(db);
  await sql`create index "noticesOf" on notices ("userId", kind, subject)`.execute(db);
  await sql`create index "noticesAbout" on notices (subject)`.execute(db);
  await sql`create unique index "noticesGrouped" on notices ("userId", kind, subject)
    where "readAt" is null and kind <> 0`.execute(db);
  await db.schema
    .createTable('noticeActors')
    .addColumn('noticeId', 'integer', (c) => c.notNull().references('notices.id').onDelete('cascade'))
    .addColumn('actorId', 'integer', user)
    .addColumn('createdAt', 'bigint', must)
    .addPrimaryKeyConstraint('noticeActorsKey', ['noticeId', 'actorId'])
    .execute();
  await sql`create index "noticeActorsNew" on "noticeActors" ("noticeId", "createdAt" desc, "actorId" desc)`.execute(
    db,
  );
}

/** Threads with e-mail notification, when the last mail was sent, and the notices of the next one. */
async function replyMails(db: Kysely<never>) {
  await db.schema
    .createTable('mailThreads')
    .addColumn('userId', 'integer', user)
    .addColumn('thread', 'text', must)
    .addColumn('waitingSince', 'bigint')
    .addColumn('sentAt', 'bigint', zero)
    .addPrimaryKeyConstraint('mailThreadsKey', ['userId', 'thread'])
    .execute();
  await db.schema
    .createTable('mailNotices')
    .addColumn('noticeId', 'integer', (c) => c.primaryKey().references('notices.id').onDelete('cascade'))
    .addColumn('userId', 'integer', user)
    .addColumn('thread', 'text', must)
    .execute();
  await sql`create index "mailNoticesOf" on "mailNotices" ("userId", thread)`.execute(db);
}

async function says(db: Kysely<never>) {
  const says = db.schema.alterTable('says');
  await says.addColumn('state', 'text', shown).execute();
  await says.addColumn('reasons', 'text', none).execute();
  await says.addColumn('sendKey', 'text').execute();
  await sql`create unique index "saysOnce" on says ("authorId", "sendKey")`.execute(db);
  // public rows in one index, the few others in two small ones
  await sql`drop index "saysNew"`.execute(db);
  await sql`create index "saysNew" on says ("isPublic", state, "createdAt" desc, id desc)`.execute(db);
  await sql`create index "saysHidden" on says ("authorId", "createdAt" desc, id desc)
    where "isPublic" = 0 or state = 'held'`.execute(db);
  await sql`create index "saysHeld" on says ("createdAt" desc, id desc) where state = 'held'`.execute(db);
}

async function boardAndLinks(db: Kysely<never>) {
  await db.schema.alterTable('boardMessages').addColumn('state', 'text', shown).execute();
  await db.schema.alterTable('boardMessages').addColumn('reasons', 'text', none).execute();
  await sql`drop index "boardMessagesNew"`.execute(db);
  await sql`create index "boardMessagesNew" on "boardMessages" (state, "createdAt" desc, id desc)`.execute(db);
  // recent texts of a member are read before each new one: not all of them
  await sql`drop index "boardMessagesByAuthor"`.execute(db);
  await sql`create index "boardMessagesByAuthor" on "boardMessages" ("authorId", "createdAt" desc)`.execute(db);

  const links = db.schema.alterTable('links');
  await links.addColumn('state', 'text', (c) => c.notNull().defaultTo('approved')).execute();
  await links.addColumn('email', 'text', empty).execute();
  await links.addColumn('reason', 'text', empty).execute();
  await links.addColumn('checkedAt', 'bigint').execute();
  await links.addColumn('failures', 'integer', zero).execute();
}

/** Stores the number of board messages: counting a hundred thousand took longer than the page. */
async function countBoard(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('counts')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', must)
    .execute();
  const isCounted = (row: string) => `${row}.state = 'shown'`;
  await countRows(db, dialect, { table: 'boardMessages', isCounted, columns: ['state'] });
}

async function words(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('reports')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('commentId', 'integer', (c) => c.references('comments.id').onDelete('cascade'))
    .addColumn('sayId', 'integer', (c) => c.references('says.id').onDelete('cascade'))
    .addColumn('messageId', 'integer', (c) => c.references('boardMessages.id').onDelete('cascade'))
    .addColumn('reporterId', 'integer', user)
    .addColumn('reason', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('settledAt', 'bigint')
    .addUniqueConstraint('reportsOfComments', ['commentId', 'reporterId'])
    .addUniqueConstraint('reportsOfSays', ['sayId', 'reporterId'])
    .addUniqueConstraint('reportsOfMessages', ['messageId', 'reporterId'])
    .execute();
  await db.schema
    .createTable('feedback')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', user)
    .addColumn('type', 'integer', must)
    .addColumn('title', 'text', must)
    .addColumn('content', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('answer', 'text', empty)
    .addColumn('settledAt', 'bigint')
    .execute();
}

/** `isCounted`: SQL condition on a row of this alias. */
type Counted = { table: string; isCounted: (row: string) => string; columns: string[] };

/**
 * Has the database itself keep the number of a table's rows in `counts`, whoever writes them: a count that is read with
 * every page must not cost more with every row. `columns` are those the condition looks at. Rows from before are counted
 * now.
 */
export async function countRows(db: Kysely<never>, dialect: Dialect, counted: Counted) {
  for (const step of dialect === 'sqlite' ? onEachRow(counted) : onEachStatement(counted))
    await sql.raw(step).execute(db);
  await sql.raw(add(counted, 1, { from: `"${counted.table}" as present`, row: 'present' })).execute(db);
}

function onEachRow(counted: Counted) {
  const added = add(counted, 1, { from: '(select 1)', row: 'new' });
  const removed = add(counted, -1, { from: '(select 1)', row: 'old' });
  const columns = counted.columns.map((name) => `"${name}"`).join(', ');
  const steps = { insert: added, delete: removed, [`update of ${columns}`]: `${removed}; ${added}` };
  return Object.entries(steps).map(
    ([event, step]) =>
      `create trigger "${nameOf(counted, event)}" after ${event} on "${counted.table}" begin ${step}; end`,
  );
}

/** Sums the rows of a statement first: PostgreSQL would store a version of the count per row. */
function onEachStatement(counted: Counted) {
  const added = add(counted, 1, { from: 'added', row: 'added' });
  const removed = add(counted, -1, { from: 'removed', row: 'removed' });
  const steps = {
    insert: ['new table as added', added],
    delete: ['old table as removed', removed],
    update: ['old table as removed new table as added', `${removed}; ${added}`],
  };
  return Object.entries(steps).flatMap(([event, [rows, step]]) => {
    const name = `"${nameOf(counted, event)}"`;
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${step}; return null; end $$`,
      `create trigger ${name} after ${event} on "${counted.table}" referencing ${rows}
        for each statement execute function ${name}()`,
    ];
  });
}

function add({ table, isCounted }: Counted, sign: 1 | -1, { from, row }: { from: string; row: string }) {
  return `insert into counts (name, count) select '${table}', ${sign} * count(*) from ${from} where ${isCounted(row)}
    having count(*) > 0 on conflict (name) do update set count = counts.count + excluded.count`;
}

function nameOf({ table }: Counted, event: string) {
  return `${table}Counted_${event.split(' ')[0]}`;
}
