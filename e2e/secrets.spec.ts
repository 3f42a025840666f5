import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from './arrange.ts';
import { type Site, startSite } from './site.ts';

let site: Site | undefined;
afterEach(() => site?.remove());

const email = 'lin@example.com';
const password = 'plum-rain-and-ink-7';
const mistyped = 'plum-rain-and-ink-8';
const secrets = new Set<string>();

type Answer = { code: number; data: { token?: string } | null };

async function call(method: string, path: string, body?: unknown, token?: string) {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { authorization: token }),
  };
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${site?.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: payload }),
  });
  const answer = (await response.json()) as Answer;
  const { token: issued, ...rest } = answer.data ?? {};
  if (issued) secrets.add(issued);
  return { code: answer.code, told: JSON.stringify({ ...answer, data: rest }), token: issued ?? '' };
}

/** The code in the letter kept last, as the owner of the mailbox reads it. */
async function codeIn(db: ReturnType<typeof openDatabase>) {
  const read = () => db.selectFrom('keptMails').select('text').orderBy('id', 'desc').executeTakeFirst();
  await expect.poll(async () => (await read())?.text ?? '').toMatch(/\b\d{6}\b/);
  const code = /\b\d{6}\b/.exec((await read())?.text ?? '')?.[0] ?? '';
  secrets.add(code);
  return code;
}

/** Registers, logs in and out, and does all of it wrong as well. Returns what every answer said beside its token. */
async function liveThroughIt(db: ReturnType<typeof openDatabase>) {
  const reported: string[] = [];
  const say = async (...input: Parameters<typeof call>) => {
    const answer = await call(...input);
    reported.push(answer.told);
    return answer;
  };
  await say('GET', `/oauth/sendEmailCode?email=${email}`);
  const code = await codeIn(db);
  const { token } = await say('POST', '/oauth/emailRegister', { email, nickname: '小林', password, code });
  await say('POST', '/oauth/emailRegister', { email, nickname: '小林', password, code });
  await say('POST', '/oauth/emailLogin', { email, password });
  await say('POST', '/oauth/emailLogin', { email, password: mistyped });
  await say('POST', '/oauth/emailLogin', { email: password, password: [password] });
  await say('POST', '/oauth/emailLogin', `{"email":"${email}","password":"${password}"`);
  await say('PUT', '/oauth/forgetPassword', { email, password, code });
  await say('PUT', '/v1/account/password', { present: mistyped, password }, token);
  await say('GET', `/v1/user/selectUserInfoByToken?token=${token}`);
  await say('GET', `/v1/user/selectUserInfoByToken?token=${token}x`);
  await say('GET', '/v1/session/', undefined, token);
  await db.schema.dropTable('limits').execute();
  expect((await say('POST', '/oauth/emailLogin', { email, password })).code).toBe(500);
  expect((await say('PUT', '/v1/account/password', { present: password, password }, token)).code).toBe(500);
  return reported;
}

async function freshPostgres() {
  const { default: pg } = await import('pg');
  const name = `secrets_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: inject('postgres') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(`/${name}`, inject('postgres')).href;
}

test.each(['SQLite', 'PostgreSQL'])(
  'no password, code or token is in the log, in an answer or in a row: %s',
  async (kind) => {
    const url = kind === 'PostgreSQL' ? await freshPostgres() : undefined;
    site = await startSite({ LOG_LEVEL: 'debug', SAMPLE_CONTENT: '0', ...(url && { DATABASE_URL: url }) });
    const db = openDatabase(url ?? `${site.dataDir}/mojian.db`);
    secrets.clear();
    secrets.add(password).add(mistyped);
    const reported = await liveThroughIt(db);
    const stored = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('tickets').selectAll().execute(),
      await db.selectFrom('mailCodes').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
      await db.selectFrom('settings').selectAll().execute(),
    ];
    await db.destroy();
    await site.stop();

    expect(secrets.size).toBeGreaterThanOrEqual(5); // two passwords, a code and two tokens at least
    expect(site.output()).toContain('limits'); // the log has the cause
    for (const secret of secrets) {
      expect(site.output(), 'log').not.toContain(secret);
      expect(reported.join('\n'), 'answer').not.toContain(secret);
      expect(JSON.stringify(stored), 'row').not.toContain(secret);
    }
  },
  60_000,
);
