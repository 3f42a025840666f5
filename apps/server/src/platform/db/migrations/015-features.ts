import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
type Value = Record<string, unknown>;
type Item = { to: string; words: string; hidden: boolean };

const must = (column: Column) => column.notNull();
const empty = (column: Column) => column.notNull().defaultTo('');
const zero = (column: Column) => column.notNull().defaultTo(0);

/** Menu entries that are features: hiding one was the only way to switch it off. */
const featureOf: Record<string, string> = {
  '/say': 'says',
  '/navigation': 'navigation',
  '/hot': 'hot',
  '/message': 'board',
  '/links': 'links',
};

export async function up(db: Kysely<never>, dialect: Dialect) {
  await gatherSwitches(db);
  await db.schema
    .alterTable('articles')
    .addColumn('commenting', 'text', (c) => c.notNull().defaultTo('open'))
    .execute();
  await addInvitations(db, dialect);
  await addApplications(db, dialect);
}

/** Collects the switches of parts of the site in the group of features. */
async function gatherSwitches(db: Kysely<never>) {
  const features: Value = {};
  const menu = await groupOf(db, 'menu');
  const items = Array.isArray(menu?.items) ? (menu.items as Item[]) : [];
  for (const { to, hidden } of items) if (hidden && featureOf[to]) features[featureOf[to]] = false;
  if (menu && items.length > 0)
    await keep(db, 'menu', {
      ...menu,
      items: items.map((item) => (featureOf[item.to] ? { ...item, hidden: false } : item)),
    });

  const chat = await groupOf(db, 'chat');
  if (chat?.group === 'closed') {
    features.group = false;
    await keep(db, 'chat', { ...chat, group: 'members' });
  }

  const mode = (await groupOf(db, 'moderation'))?.mode;
  if (mode === 'first') features.comments = 'first';
  if (mode === 'all') features.comments = 'review';
  if (Object.keys(features).length > 0) await keep(db, 'features', features);
}

async function groupOf(db: Kysely<never>, name: string): Promise<Value | undefined> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db);
  return rows[0] && (JSON.parse(rows[0].value) as Value);
}

async function keep(db: Kysely<never>, name: string, value: Value) {
  const text = JSON.stringify(value);
  await sql`insert into settings (name, value) values (${name}, ${text})
    on conflict (name) do update set value = ${text}`.execute(db);
}

async function addInvitations(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('note', 'text', empty)
    .addColumn('uses', 'integer', must)
    .addColumn('used', 'integer', zero)
    .addColumn('expiresAt', 'bigint', must)
    .addColumn('revokedAt', 'bigint')
    .addColumn('creatorId', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('creator', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addCheckConstraint('invitationUses', sql`used <= uses`)
    .execute();
}

async function addApplications(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('applications')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('email', 'text')
    .addColumn('nickname', 'text', must)
    .addColumn('nicknameKey', 'text', must)
    .addColumn('passwordHash', 'text')
    .addColumn('avatar', 'text', empty)
    .addColumn('provider', 'text')
    .addColumn('subject', 'text')
    .addColumn('providerName', 'text', empty)
    .addColumn('words', 'text', empty)
    .addColumn('place', 'text', empty)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
    .addColumn('reason', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('decidedAt', 'bigint')
    .execute();
  await sql`create unique index "applicationsByEmail" on applications (email)`.execute(db);
  await sql`create unique index "applicationsBySubject" on applications (provider, subject)`.execute(db);
  await sql`create index "applicationsWaiting" on applications (state, "createdAt")`.execute(db);
}
