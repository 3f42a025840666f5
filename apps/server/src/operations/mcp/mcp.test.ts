import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { KeyScope } from '@mojian/contract/platform/key-scopes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { findCaller } from '../../core/access-keys/open-key.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mcpRoutes } from './mcp.routes.ts';

const site = freshSite({ limits: true });
const open: Client[] = [];

beforeEach(async () => {
  const { app, db, calls, siteUrl } = site;
  const find = (token: string, address: string) => findCaller(db, token, address);
  mcpRoutes(app, { calls, findCaller: find, version: '1.0.0', siteUrl, siteName: async () => '墨笺' });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const address = () => new URL(`http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}/mcp`);

const keyOf = async (viewer: Viewer, scopes: KeyScope[], name = '助手') =>
  site.office(viewer).accessKeys.add({ body: { name, scopes, days: 1 } });

/** Connects the official client with a key of these scopes. */
async function connect(viewer: Viewer, scopes: KeyScope[], mode: 'legacy' | 'auto' = 'legacy') {
  const { key, id } = await keyOf(viewer, scopes);
  const client = new Client({ name: 'mojian-test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(address(), { requestInit }));
  open.push(client);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = (await client.callTool({ name, arguments: input })) as Result;
    const text = content[0]?.text ?? '';
    return isError ? { refused: text } : JSON.parse(text);
  };
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, call, names, key, id };
}

type Result = { isError?: boolean; content: { text: string }[] };

const post = (headers: Record<string, string>, body: unknown) =>
  fetch(address(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const hello = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

test('the official client sees the tools of its key’s scopes, and no others', async () => {
  const reading = ['search', 'read_article', 'list_drafts', 'read_draft'];
  expect(await (await connect(site.lin, ['read'])).names()).toEqual(reading);
  const drafting = ['list_drafts', 'read_draft', 'create_draft', 'append_draft', 'edit_draft'];
  expect(await (await connect(site.lin, ['draft'])).names()).toEqual(drafting);
  expect(await (await connect(site.owner, ['moderate'])).names()).toEqual(['list_waiting', 'decide_waiting']);
  const { client, names } = await connect(site.owner, ['read', 'draft', 'upload', 'publish', 'moderate']);
  expect((await names()).length).toBe(12);
  expect(client.getServerVersion()).toMatchObject({ name: 'mojian', title: '墨笺' });
  expect(client.getInstructions()).toContain('不能删除');
});

test('it searches and reads what is published', async () => {
  const id = await site.writes({ title: '梅雨', markdown: '雨下了**一个月**。' });
  const { call } = await connect(site.ming, ['read']);
  const found = await call('search', { q: '梅雨' });
  expect(found).toMatchObject({ total: 1, records: [{ kind: 'article', id, title: '梅雨' }] });
  expect(await call('read_article', { id })).toMatchObject({ title: '梅雨', author: '小林', locked: false });
  expect((await call('read_article', { id })).text).toContain('一个月');
  expect(await call('read_article', { id: 999 })).toEqual({ refused: expect.stringContaining('not-found') });
  expect((await call('list_drafts')).total).toBe(0);
});

test.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('a draft is created, continued, changed and read over the protocol %s, %s', async (mode, revision) => {
  const { client, call } = await connect(site.lin, ['draft'], mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  const { id, edit } = await call('create_draft', { title: '谷雨', markdown: '雨生百谷。', tags: ['节气'] });
  expect(edit).toBe(`/newposts?id=${id}`);
  await call('append_draft', { id, markdown: '第二段。' });
  await call('edit_draft', { id, summary: '说雨' });
  expect(await call('read_draft', { id })).toMatchObject({
    title: '谷雨',
    markdown: '雨生百谷。\n\n第二段。',
    summary: '说雨',
    tags: ['节气'],
    state: 'draft',
    keyName: '助手',
  });
  expect(await call('edit_draft', { id: 999, title: '别人的' })).toEqual({
    refused: expect.stringContaining('not-found'),
  });
  const others = await connect(site.ming, ['draft']);
  expect(await others.call('read_draft', { id })).toEqual({ refused: expect.stringContaining('not-found') });
});

test('what waits is listed and decided with its scope by who may', async () => {
  const id = await site.says({ state: 'held', text: '加我微信', reasons: ['含有广告'] });
  const { call } = await connect(site.owner, ['moderate']);
  expect((await call('list_waiting')).say).toMatchObject({
    total: 1,
    records: [{ id, author: '小林', text: '加我微信' }],
  });
  expect(await call('decide_waiting', { kind: 'say', ids: [id], act: 'release' })).toMatchObject({ done: 1 });
  const members = await connect(site.lin, ['moderate']);
  expect((await members.call('list_waiting', { kind: 'say' })).say).toEqual({ refused: '没有权限' });
  expect(await members.call('decide_waiting', { kind: 'say', ids: [id], act: 'hold' })).toEqual({
    refused: '没有权限（not-allowed）',
  });
});

test('publishing needs its scope', async () => {
  const { call } = await connect(site.owner, ['draft', 'publish']);
  const { id } = await call('create_draft', { title: '立冬', markdown: '水始冰。' });
  expect(await call('publish_article', { id })).toEqual({ id, state: 'published', path: `/article/${id}` });
  expect(await call('post_say', { text: '早' })).toMatchObject({ held: false });
  const drafting = await connect(site.owner, ['draft']);
  await expect(drafting.client.callTool({ name: 'publish_article', arguments: { id } })).rejects.toThrow(
    /publish_article/,
  );
});

test('without a key, with a session, or with one that ended, the answer is 401 and says so', async () => {
  const body = hello('2025-06-18');
  for (const authorization of ['', `token-${site.lin.id}`, 'Bearer mj_wrong']) {
    const answer = await post({ authorization }, body);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ code: 401, extra: { failure: 'wrong-key' } });
  }
  const { key, id } = await keyOf(site.lin, ['read']);
  expect((await post({ authorization: key }, body)).status).toBe(200);
  await site.office(site.lin).accessKeys.revoke({ query: { id } });
  expect((await post({ authorization: key }, body)).status).toBe(401);
});

test('it takes POST only, no stream, no megabyte, no unknown revision, and what is no message', async () => {
  const { key } = await keyOf(site.lin, ['read']);
  const authorization = `Bearer ${key}`;
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(address(), { method, headers: { authorization } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
  const large = await post({ authorization }, { ...hello('2025-06-18'), more: 'x'.repeat(1024 * 1024) });
  expect([large.status, (await large.json()).extra.failure]).toEqual([413, 'too-large']);
  expect((await post({ authorization }, '{"jsonrpc":')).status).toBe(400);
  expect((await post({ authorization, 'content-type': 'text/plain' }, hello('2025-06-18'))).status).toBe(415);
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const unknown = await post({ authorization, 'mcp-protocol-version': '1999-01-01' }, list);
  expect(unknown.status).toBe(400);
  expect((await unknown.json()).error).toEqual({
    code: -32_022,
    message: expect.stringMatching(/^不认得「1999-01-01」这一版 MCP 协议，这里支持的是 2026-07-28、2025-11-25、/),
    data: { supported: expect.arrayContaining(['2026-07-28', '2025-06-18']), requested: '1999-01-01' },
  });
});

test('wrong arguments are refused by the tool’s schema, and write nothing', async () => {
  const { client } = await connect(site.lin, ['draft']);
  const call = async (input: Record<string, unknown>) =>
    client.callTool({ name: 'create_draft', arguments: input }).then(
      (result) => (result as Result).isError ?? false,
      () => true,
    );
  expect(await call({ title: '没有正文' })).toBe(true);
  expect(await call({ title: 1, markdown: '' })).toBe(true);
  expect(await call({ title: '长'.repeat(5000), markdown: '' })).toBe(true);
  expect(await site.db.selectFrom('drafts').selectAll().execute()).toEqual([]);
});

test('a feature that is off, maintenance and the limits of calls refuse tools as they refuse calls', async () => {
  const { call } = await connect(site.lin, ['draft', 'publish']);
  await site.turn({ says: false });
  expect(await call('post_say', { text: '早' })).toEqual({ refused: expect.stringContaining('feature-off') });
  for (let made = 0; made < 60; made++) await call('create_draft', { title: `第 ${made} 篇`, markdown: '' });
  expect(await call('create_draft', { title: '再一篇', markdown: '' })).toEqual({
    refused: expect.stringContaining('too-many-requests'),
  });
});

test('an hour of an agent with a key for drafts: it writes and revises, and does nothing else', async () => {
  const published = await site.writes({ title: '旧文', markdown: '旧的。' });
  const { call, client, key } = await connect(site.lin, ['draft']);
  const before = await site.db.selectFrom('articles').select(['id', 'markdown', 'state']).execute();
  const drafts: number[] = [];
  for (let made = 0; made < 12; made++) {
    const { id } = await call('create_draft', { title: `周记 ${made}`, markdown: '第一段。' });
    drafts.push(id);
    for (const part of ['查了资料。', '改了开头。', '补了结尾。']) await call('append_draft', { id, markdown: part });
    await call('edit_draft', { id, summary: `第 ${made} 周`, tags: ['周记'] });
  }
  expect((await call('list_drafts', { state: 'draft' })).total).toBe(12);
  expect(await call('read_draft', { id: drafts[11] })).toMatchObject({
    markdown: '第一段。\n\n查了资料。\n\n改了开头。\n\n补了结尾。',
    keyName: '助手',
  });
  await call('edit_draft', { id: published, markdown: '改过的，读者还看不到。' });
  expect((await site.as(null).articles.info({ query: { id: published } })).html).toContain('旧的');

  const wanted = [
    'search',
    'read_article',
    'publish_article',
    'post_say',
    'add_picture',
    'list_waiting',
    'decide_waiting',
  ];
  const unseen = wanted.map((name) =>
    client.callTool({ name, arguments: {} }).then(
      () => 'done',
      () => 'no such tool',
    ),
  );
  expect(new Set(await Promise.all(unseen))).toEqual(new Set(['no such tool']));
  const straight = [
    ['POST', '/v1/article/submit'],
    ['DELETE', `/v1/article/?id=${published}`],
    ['POST', '/v1/say/insertSay'],
    ['POST', '/v1/key/'],
    ['GET', '/v1/session/'],
    ['POST', '/v1/account/close'],
    ['GET', '/v1/admin/settings/'],
    ['GET', '/v1/admin/users/'],
  ] as const;
  for (const [method, url] of straight) {
    const { body } = await site.app.inject({ method, url, headers: { authorization: key } });
    expect(JSON.parse(body).extra.failure, url).toBe('no-scope');
  }
  const after = await site.db.selectFrom('articles').select(['id', 'markdown', 'state']).execute();
  expect(after.filter(({ id }) => !drafts.includes(id))).toEqual(before);
  expect(after.filter(({ id }) => drafts.includes(id)).every(({ state }) => state === 'draft')).toBe(true);
  const hurry = Array.from({ length: 240 }, () => call('list_drafts'));
  await expect(Promise.all(hurry)).rejects.toThrow('尝试太频繁');
});
