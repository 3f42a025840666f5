import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const empty = (column: Column) => column.notNull().defaultTo('');

/** Both tables after this migration. */
type Says = {
  says: { id: number; text: string; html: string };
  sayTopics: { sayId: number; topic: string; position: number };
};

export async function up(db: Kysely<never>, dialect: Dialect) {
  await says(db);
  await renderSays(db as unknown as Kysely<Says>);
  await board(db, dialect);
  await db.schema
    .alterTable('links')
    .addColumn('reachable', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('navigationSites').addColumn('logo', 'text', empty).execute();
}

async function says(db: Kysely<never>) {
  const says = db.schema.alterTable('says');
  await says.addColumn('html', 'text', empty).execute();
  await says.addColumn('pictures', 'text', (c) => c.notNull().defaultTo('[]')).execute();
  await says.addColumn('place', 'text', empty).execute();
  await says.addColumn('likes', 'integer', zero).execute();
  await says.addColumn('comments', 'integer', zero).execute();

  // With the id, so that says of the same moment come from the index in their order.
  await sql`drop index "saysNew"`.execute(db);
  await sql`create index "saysNew" on says ("isPublic", "createdAt" desc, id desc)`.execute(db);

  await db.schema
    .createTable('sayTopics')
    .addColumn('sayId', 'integer', (c) => c.notNull().references('says.id').onDelete('cascade'))
    .addColumn('topic', 'text', must)
    .addColumn('position', 'integer', must)
    .addPrimaryKeyConstraint('sayTopicsKey', ['sayId', 'topic'])
    .execute();
  await sql`create index "sayTopicsByTopic" on "sayTopics" (topic, "sayId")`.execute(db);
}

/** Renders existing says, which are rendered when saved from now on. */
async function renderSays(db: Kysely<Says>) {
  const said = await db.selectFrom('says').select(['id', 'text']).execute();
  if (said.length === 0) return;

  const { renderShortText } = await import('@mojian/markdown/short-text');
  for (const { id, text } of said) {
    const { html, topics } = renderShortText(text);
    await db.updateTable('says').set({ html }).where('id', '=', id).execute();
    for (const [position, topic] of topics.entries())
      await db.insertInto('sayTopics').values({ sayId: id, topic, position }).execute();
  }
}

async function board(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('boardMessages')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('authorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('nickname', 'text', must)
    .addColumn('place', 'text', empty)
    .addColumn('text', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`create index "boardMessagesNew" on "boardMessages" ("createdAt" desc, id desc)`.execute(db);
}
