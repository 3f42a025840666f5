import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createClient } from '@mojian/client';
import { api } from '@mojian/contract/all';
import { accessKeys } from '@mojian/contract/core/access-keys';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import pg from 'pg';
import { readStructure } from '../../src/platform/db/copies/postgres-structure.ts';
import { programVersion } from '../../src/platform/program-files.ts';
import { freePort, startPostgres } from '../start-postgres.ts';

// npm run record: a small site as this version writes it, for SQLite, for PostgreSQL and as a backup. Later versions show
// by it that they upgrade this one. Done once for each released version, with the program that is released.

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const owner = { email: 'owner@example.com', password: 'Plum-rain-ink-77!' };
const sheet = { ...api, accessKeys };
const folder = await mkdtemp(join(tmpdir(), 'mojian-record-'));
const postgres = await startPostgres();
try {
  const data = join(folder, 'data');
  await writeSite(data);
  const backup = here(`backup-${programVersion()}.zip`);
  await rm(backup, { force: true });
  await command(['backup', backup], { DATA_DIR: data });
  await writeFile(
    here(`site-${programVersion()}.db.gz`),
    gzipSync(await compacted(join(data, 'mojian.db')), { level: 9 }),
  );
  await command(['restore', backup], { DATA_DIR: join(folder, 'other'), DATABASE_URL: postgres.url });
  await writeFile(here(`site-${programVersion()}.postgres.sql`), await statementsOf(postgres.url));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

function program(words: string[], env: Record<string, string>) {
  const args = [here('../../src/mojian.ts'), ...words];
  const around = { NODE_ENV: 'production', SMTP_URL: 'keep:', LOG_LEVEL: 'error' };
  return spawn(process.execPath, args, { env: { ...around, ...env }, stdio: 'inherit' });
}

function command(words: string[], env: Record<string, string>) {
  return new Promise<void>((done, fail) =>
    program(words, env).on('exit', (code) => (code === 0 ? done() : fail(new Error(`${words[0]}: ${code}`)))),
  );
}

/** Starts the program on an empty folder, with its sample content, and writes what the samples lack. */
async function writeSite(dataDir: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const login = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };
  const site = program(['start'], { DATA_DIR: dataDir, PORT: String(port), SITE_URL: url, ...login });
  const ended = new Promise((done) => site.on('exit', done));
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await setTimeout(200);
  await writeMore(url);
  await setTimeout(5000); // then search, counts and notices have followed the writes
  site.kill('SIGTERM');
  await ended;
}

async function writeMore(url: string) {
  const { token } = await logIn(url);
  const site = clientOf(url, token);
  const content = {
    title: '凭口令读的一篇',
    markdown: '谁都能读的开头。\n\n<!-- more -->\n\n只给知道的人。',
    tags: ['雨', '口令'],
    category: '四时',
    readType: 6 as const,
    password: '三月里的小雨',
  };
  const locked = await site.drafts.create({ body: { key: 'browser-locked', content } });
  await site.drafts.submit({ body: { id: locked.id, version: locked.version } });
  const draft = { title: '没写完的一篇', markdown: '写到这里。', tags: ['草稿'] };
  await site.drafts.create({ body: { key: 'browser-draft', content: draft } });
  const page = { title: '器物', markdown: '一支笔，一张纸。', slug: 'things' };
  const made = await site.drafts.create({ body: { key: 'browser-page', kind: 'page', content: page } });
  await site.drafts.submit({ body: { id: made.id, version: made.version } });
  const say = await site.says.insert({ body: { text: '今天下雨 #雨' } });
  await site.says.comment({ body: { sayId: say.id, text: '这里也下' } });
  await site.comments.post({ body: { articleId: 1, text: '好文章' } });
  await site.highlights.add({
    body: { articleId: locked.id, quote: { words: '谁都能读的开头', before: '', after: '。' } },
  });
  await site.board.post({ body: { text: '到此一游' } });
  await site.accessKeys.add({ body: { name: '命令行', scopes: ['read', 'draft'], days: 30 } });
}

/** The owner's account is made right after the start. */
async function logIn(url: string) {
  for (;;) {
    const signedIn = await clientOf(url)
      .accounts.emailLogin({ body: owner })
      .catch(() => undefined);
    if (signedIn) return signedIn;
    await setTimeout(1000);
  }
}

function clientOf(url: string, token?: string) {
  return createClient<typeof sheet>(sheet, async ({ method, path, query, body }) => {
    const headers = new Headers(token ? { authorization: token } : {});
    if (body !== undefined) headers.set('content-type', 'application/json');
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query)}`, sent);
    return (await answer.json()) as Envelope;
  });
}

/** The whole database without free pages and what a log still holds. */
async function compacted(path: string) {
  const database = new DatabaseSync(path);
  database.exec(`vacuum into '${path}.copy'`);
  database.close();
  return readFile(`${path}.copy`);
}

/** Tables, rows, then keys, indexes and triggers: the rows have been counted and noted already. */
async function statementsOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const structure = await readStructure(client);
  const isTable = (statement: string) => /^create (unlogged )?table/.test(statement);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
  );
  const filled = [];
  for (const { name } of rows) filled.push(...(await rowsOf(client, name)));
  await client.end();
  const all = [...structure.filter(isTable), ...filled, ...structure.filter((statement) => !isTable(statement))];
  return `${all.join(';\n--\n')};\n`;
}

async function rowsOf(client: pg.Client, name: string) {
  const table = client.escapeIdentifier(name);
  const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} as t`);
  const identities = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  );
  const text = rows[0]?.rows;
  const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, ${client.escapeLiteral(text ?? '')})`;
  const next = identities.rows.map(
    ({ name: column }) =>
      `select setval(pg_get_serial_sequence(${client.escapeLiteral(table)}, '${column}'), (select coalesce(max("${column}"), 1) from ${table}), (select count(*) > 0 from ${table}))`,
  );
  return [...(text ? [insert] : []), ...next];
}
