import { type Kysely, sql } from 'kysely';

/**
 * Enters the articles of earlier imports of Markdown folders and of our own exports into the ledger, each kind as one
 * run, so that the same folder still updates its articles.
 */
export async function recordFormerImports(db: Kysely<never>) {
  const owner = await sql<{ id: number }>`select id from users order by case role when 'owner' then 0 else 1 end, id
    limit 1`.execute(db);
  const userId = owner.rows[0]?.id;
  if (userId === undefined) return;
  const [ours, others] = [createRun('mojian', userId), createRun('markdown', userId)];
  for await (const article of importedArticles(db)) {
    const number = numberOf(article.importKey);
    if (number !== undefined) await ours.add(db, article, String(number));
    // Another tool may have files named like ours, whose numbers are not those of their articles.
    if (number !== article.id) await others.add(db, article, article.importKey);
  }
  await ours.finish(db);
  await others.finish(db);
}

async function* importedArticles(db: Kysely<never>) {
  for (let after = 0; ; ) {
    const { rows } = await sql<Article>`select id, kind, title, "importKey", "importHash" from articles
      where id > ${after} and "importKey" is not null and "importHash" is not null order by id limit 500`.execute(db);
    yield* rows;
    if (rows.length < 500) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

type Article = {
  id: number;
  kind: 'article' | 'page';
  title: string;
  importKey: string;
  importHash: string;
};

/** Number in the name of a file of our own export. */
function numberOf(key: string) {
  const number = /^articles\/(\d{1,9})-[^/]*\.md$/.exec(key)?.[1];
  return number === undefined ? undefined : Number(number);
}

const names = { mojian: '以前导入的墨笺内容', markdown: '以前导入的 Markdown' };

/** A run that is stored with its first article. */
function createRun(reader: 'mojian' | 'markdown', userId: number) {
  const counts: Record<string, { inFile: number; added: number }> = {};
  const origin = `${reader}#1`;
  let runId: number | undefined;
  let total = 0;
  return {
    async add(db: Kysely<never>, { id, kind, title, importHash }: Article, key: string) {
      runId ??= await insertRun(db, { reader, origin, userId });
      const { inFile = 0, added = 0 } = counts[kind] ?? {};
      counts[kind] = { inFile: inFile + 1, added: added + 1 };
      total += 1;
      const [source = '', version = ''] = importHash.split('.');
      await sql`insert into "importedRows" (origin, kind, key, "rowId", hash, mark, "runId", title, source)
        values (${origin}, 'article', ${key}, ${id}, ${source}, ${version}, ${runId}, ${title}, ${source})
        on conflict (origin, kind, key) do nothing`.execute(db);
    },
    async finish(db: Kysely<never>) {
      if (runId === undefined) return;
      await sql`update "importRuns" set counts = ${JSON.stringify(counts)}, done = ${total}, total = ${total}
        where id = ${runId}`.execute(db);
    },
  };
}

async function insertRun(
  db: Kysely<never>,
  { reader, origin, userId }: { reader: 'mojian' | 'markdown'; origin: string; userId: number },
) {
  const now = Date.now();
  const { rows } = await sql<{ id: number }>`insert into "importRuns"
    (origin, reader, "fileName", upload, "userId", options, state, "startedAt", "finishedAt")
    values (${origin}, ${reader}, ${names[reader]}, '', ${userId}, '{"authors":{},"matches":{},"site":""}', 'done',
      ${now}, ${now}) returning id`.execute(db);
  return rows[0]?.id;
}
