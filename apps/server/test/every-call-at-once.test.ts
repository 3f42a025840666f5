import { request } from 'node:http';
import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { Selectable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { articleContent } from '../../../packages/contract/src/content/article-content.ts';
import type { Schema } from '../src/platform/db/schema.ts';
import { enter, peakOf, serve } from './served.ts';

/**
 * Every call, sixty times at once, on a site whose rows are as long as they may be: none of them takes memory that
 * grows with the number of those who ask. Part of `npm run test:long`; large-texts.test.ts has the worst of them in `npm test`.
 */

const isLong = process.env.TEST_LONG === '1';
const times = 60;
const megabyte = 1024 * 1024;
const most = { after: 60 * megabyte, meanwhile: 250 * megabyte };
const token = 'a'.repeat(32);
const formulas = `墨\n\n${'$\\frac12$ '.repeat(41_500)}`;

let site: Awaited<ReturnType<typeof serve>>;
/** Callers and their sessions, which some of the calls end. */
let people: Selectable<Schema['users']>[];
let sessions: Selectable<Schema['sessions']>[];

beforeAll(async () => {
  site = await serve({ LOG_LEVEL: 'fatal' });
  for (const role of ['owner', 'admin', 'editor', 'moderator', 'demo'] as const) {
    const id = await enter(site.db, role);
    await site.db.updateTable('users').set({ role }).where('id', '=', id).execute();
  }
  people = await site.db.selectFrom('users').selectAll().execute();
  sessions = await site.db.selectFrom('sessions').selectAll().execute();
  await fill();
}, 180_000);
afterAll(() => site?.end());

/** The callers as they were, and rows with the number 1, the longest that members write. */
async function fill() {
  const { db } = site;
  const content = JSON.stringify(articleContent.parse({ title: '公式', markdown: formulas, category: '随笔' }));
  const now = Date.now();
  const rows: { [Table in keyof Schema]?: object[] } = {
    users: people,
    sessions,
    articles: Array.from({ length: 60 }, (_, n) => ({
      id: n + 1,
      authorId: 1,
      title: `公式${n}`,
      markdown: n === 0 ? formulas : '雨水。',
      html: `<p>墨</p>${'<p>formula</p>'.repeat(n === 0 ? 300_000 : 20)}`,
      openingHtml: '',
      summary: '雨',
      headings: '[]',
      openingHeadings: '[]',
      words: 3,
      state: 'published',
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
      removedAt: null,
    })),
    drafts: Array.from({ length: 60 }, (_, n) => ({
      articleId: n + 1,
      title: '公式',
      savedAt: now,
      submittedAt: now,
      content,
    })),
    revisions: Array.from({ length: 40 }, (_, n) => ({
      id: n + 1,
      articleId: 1,
      userId: 1,
      reason: 'published',
      title: '公式',
      createdAt: now + n,
      content: content.replace('墨', `墨${n}`),
    })),
    shares: [{ id: 1, articleId: 1, token, createdAt: now, expiresAt: now + 3_600_000 }],
    comments: Array.from({ length: 300 }, (_, n) => ({
      id: n + 1,
      articleId: 1,
      authorId: 1,
      text: '墨'.repeat(1000),
      html: `<p>${'墨'.repeat(1000)}</p>`,
      createdAt: now + n,
    })),
  };
  for (const [table, values] of Object.entries(rows))
    for (const value of values)
      await db
        .insertInto(table as 'articles')
        .values(value as never)
        .onConflict((known) => known.column((table === 'drafts' ? 'articleId' : 'id') as 'id').doUpdateSet(value))
        .execute();
}

const calls: Endpoint[] = [...Object.values(api), ...Object.values(adminApi)]
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .filter(({ path, uploads }) => path !== '/logout' && !path.includes('/restart') && uploads === undefined);

type Shape = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  minLength?: number;
};

/** Input that fits a shape: only what is required, and the first of each choice. */
function sampleOf(shape: Shape, name = ''): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return sampleOf(shape.anyOf[0] ?? {}, name);
  if (shape.type === 'object')
    return Object.fromEntries(
      (shape.required ?? []).map((field) => [field, sampleOf(shape.properties?.[field] ?? {}, field)]),
    );
  if (shape.type === 'array') return [1];
  if (shape.type === 'boolean') return true;
  if (name === 'token') return token;
  if (shape.type === 'number' || shape.type === 'integer' || /id$/i.test(name)) return 1;
  return '雨水'.repeat(Math.max(1, (shape.minLength ?? 0) / 2));
}

const inputOf = (type: z.ZodType | undefined) =>
  type
    ? (sampleOf(z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' }) as Shape) as Record<string, unknown>)
    : undefined;

/** Callers of a call: a visitor, a member, or those who enter the back office. */
function callersOf({ access }: Endpoint) {
  if (access === 'anyone') return [''];
  return access === 'member' ? [site.memberToken] : ['owner', 'demo'];
}

function send({ method, path, query, body }: Endpoint, authorization: string) {
  const url = new URL(path.replace(/:\w+/, 'github'), site.url);
  for (const [name, value] of Object.entries(inputOf(query) ?? {})) url.searchParams.set(name, String(value));
  const sent = body && JSON.stringify(inputOf(body));
  const headers = { ...(authorization && { authorization }), ...(sent && { 'content-type': 'application/json' }) };
  return new Promise<number | undefined>((resolve) => {
    const outgoing = request(url, { method, headers, agent: false }, (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode));
    });
    outgoing.on('error', () => resolve(undefined)).end(sent);
  });
}

test.runIf(isLong)(
  'every call answers sixty at once in bounded memory, whoever makes it',
  { timeout: 1_200_000 },
  async () => {
    await Promise.all(calls.map((call) => send(call, callersOf(call)[0] ?? ''))); // loads what each loads once
    await fill();
    const before = await site.usage();
    const peak = peakOf(site.pid);
    const answered = new Set<Endpoint>();
    for (const call of calls)
      for (const caller of callersOf(call)) {
        const answers = await Promise.all(Array.from({ length: times }, () => send(call, caller)));
        if (answers[0] === 200) answered.add(call);
        const name = `${call.method} ${call.path} as ${caller || 'visitor'}`;
        expect(
          answers.filter((status) => status === undefined || status === 500),
          name,
        ).toEqual([]);
        expect(peak() - before.resident, name).toBeLessThan(most.meanwhile);
        if (call.method !== 'GET') await fill();
      }
    expect(answered.size / calls.length).toBeGreaterThan(0.5); // the others look for what is not there
    const after = await site.usage();
    expect(after.memory - before.memory).toBeLessThan(most.after);
  },
);
