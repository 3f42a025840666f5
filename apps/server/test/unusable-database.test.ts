import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../../../e2e/site.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { program } from './program.ts';
import { startPostgres } from './start-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'mojian-unusable-'));
let server: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  server = await startPostgres();
  const db = openDatabase(server.url);
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
  await encrypt(db, rows[0]?.data_directory ?? '');
  await sql`create role guest login password 'hushed-word'`.execute(db);
  await db.destroy();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the server a certificate that nobody has signed but itself. */
async function encrypt(db: ReturnType<typeof openDatabase>, dataDirectory: string) {
  chmodSync(folder, 0o755);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db.example'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const { uid, gid } = statSync(dataDirectory);
  chownSync(key, uid, gid);
  chmodSync(key, 0o600);
  await sql`alter system set ssl_cert_file = ${sql.lit(certificate)}`.execute(db);
  await sql`alter system set ssl_key_file = ${sql.lit(key)}`.execute(db);
  await sql`alter system set ssl = on`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await vi.waitUntil(async () => (await sql<{ ssl: string }>`show ssl`.execute(db)).rows[0]?.ssl === 'on', 20_000);
}

/** Uses the database by a command that migrates it, and returns how that ended. */
async function use(change: (url: URL) => void, dataDir = 'data') {
  const url = new URL(server.url);
  change(url);
  const command = run({ DATABASE_URL: url.href, DATA_DIR: join(folder, dataDir) }, [program, 'mails']);
  const code = await command.ended;
  return { code, output: command.output().trim() };
}

test('sslmode=require encrypts and trusts a self-signed certificate, without a word of the driver', async () => {
  expect(await use((url) => url.searchParams.set('sslmode', 'require'))).toEqual({
    code: 0,
    output: '没有未寄出的信。',
  });
}, 60_000);

test.each<[string, (url: URL) => void, string]>([
  ['a certificate to be verified', (url) => url.searchParams.set('sslmode', 'verify-full'), 'sslmode=require'],
  ['a wrong password', (url) => Object.assign(url, { password: 'not-the-word' }), 'DATABASE_URL'],
  ['a database that is not there', (url) => Object.assign(url, { pathname: '/elsewhere' }), 'createdb'],
  [
    'a user without the right to create',
    (url) => Object.assign(url, { username: 'guest', password: 'hushed-word' }),
    'GRANT CREATE ON SCHEMA public',
  ],
  [
    'a host without a name',
    (url) => Object.assign(url, { hostname: 'nowhere.invalid' }),
    '找不到 DATABASE_URL 里的主机',
  ],
  ['a closed port', (url) => Object.assign(url, { port: '1' }), '它在运行吗'],
])(
  '%s is one Chinese line with its remedy',
  async (_name, change, remedy) => {
    const { code, output } = await use(change, 'refused');
    expect(code).toBe(1);
    expect(output).toMatch(/^[^\n]*\p{Script=Han}[^\n]*$/u);
    expect(output).toContain(remedy);
    expect(output).not.toMatch(/hushed-word|not-the-word|:password@|\bat \S+:\d+/);
  },
  60_000,
);
