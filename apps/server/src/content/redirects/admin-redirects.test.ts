import type { adminRedirects } from '@mojian/contract/content/redirects';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { sendForm } from '../../../test/upload.ts';
import { rememberMoved } from '../slugs/moved.ts';
import { createRedirects } from './redirects.ts';

const site = freshSite();
let rain: string;

beforeEach(async () => {
  rain = `/article/${await site.writes({ title: '春天的雨', tags: ['江南'], category: '随笔' })}`;
});

const office = () => site.office(site.owner).redirects;
const list = async (query: object = {}) => (await office().list({ query })).records;
const missed = async (query: object = {}) => (await office().missed({ query })).records;
const add = (from: string, to: string) => office().add({ body: { from, to } });
const find = (address: string) => createRedirects(site).find(address);
const acts = async () =>
  (await site.db.selectFrom('auditLog').select('act').orderBy('id').execute()).map(({ act }) => act);

/** Requests addresses as readers do. */
async function request(...addresses: string[]) {
  const redirects = createRedirects(site);
  for (const address of addresses) await redirects.find(address);
  await redirects.flush();
}

type Report = Reply<typeof adminRedirects.import>;
async function sendFile(bytes: string | Uint8Array, name: string, isTrial = false) {
  const path = `/v1/admin/redirects/import?try=${isTrial}`;
  return (await sendForm<Report>(site, site.owner, path, [{ name, bytes }])).data;
}

test('a redirect is added, listed with its target, searched by both and counted', async () => {
  await add('https://old.example/2024/Rain.html', rain);
  await add('/?p=12', `${site.siteUrl}${rain}`);
  await add('/gone', 'https://elsewhere.example/x');
  await request('/2024/rain', '/2024/rain/');
  expect(await list()).toMatchObject([
    { path: '/gone', target: 'https://elsewhere.example/x', title: '', isBroken: false, source: 'manual' },
    { path: '/?p=12', target: rain, title: '春天的雨', hits: 0, lastHitAt: null },
    { path: '/2024/rain', target: rain, hits: 2, lastHitAt: expect.stringMatching(/^20/) },
  ]);
  const paths = async (query: object) => (await list(query)).map(({ path }) => path);
  expect(await paths({ text: 'RAIN' })).toEqual(['/2024/rain']);
  expect(await paths({ text: 'elsewhere' })).toEqual(['/gone']);
  expect(await paths({ by: 'hits' })).toEqual(['/2024/rain', '/gone', '/?p=12']);
  expect(await paths({ by: 'unused' })).toEqual(['/gone', '/?p=12']);
  expect(await paths({ source: 'import' })).toEqual([]);
  await site.office(site.owner).articles.act({ body: { ids: [Number(rain.split('/')[2])], act: 'trash' } });
  expect((await list()).map(({ isBroken }) => isBroken)).toEqual([false, true, true]);
});

test('addresses in use, circles, other targets and the home page are refused at their field, and nothing is stored', async () => {
  const refused = (from: string, to: string) => add(from, to).catch(({ id, field, message }) => [id, field, message]);
  expect(await refused('old', rain)).toEqual(['invalid-input', 'from', '旧地址须以 / 开头，或是 http 网址']);
  expect(await refused('//evil.example', rain)).toMatchObject([
    'invalid-input',
    'from',
    expect.stringContaining('/ 开头'),
  ]);
  expect(await refused('/', rain)).toMatchObject(['invalid-input', 'from', expect.stringContaining('首页不能转走')]);
  expect(await refused('/?s=雨', rain)).toMatchObject(['invalid-input', 'from', expect.stringContaining('?p=12')]);
  for (const from of [rain, '/archive', '/tags?id=1', '/files/x', '/admin/users'])
    expect(await refused(from, '/about')).toEqual(['invalid-input', 'from', '本站现在就有这个页面，不能转走']);
  expect(await refused('/a', '/nowhere')).toEqual(['invalid-input', 'to', '本站没有这个页面']);
  for (const to of ['about', 'javascript:alert(1)', '//evil.example/', '/\\evil.example'])
    expect(await refused('/a', to)).toEqual(['invalid-input', 'to', '新地址须以 / 开头，或是 http 网址']);
  expect(await refused(`/${'x'.repeat(600)}`, rain)).toMatchObject(['invalid-input', 'from', '旧地址太长']);
  expect(await list()).toEqual([]);
  expect(await acts()).toEqual([]);
  await add('/a', rain);
  expect(await refused('/A/', '/about')).toEqual(['taken', 'from', `已经有这个旧地址，通向 ${rain}`]);
});

test('an old address is changed; a concurrent change and a circle are refused', async () => {
  const { id } = await add('/a', rain);
  const { id: other } = await add('/b', '/about');
  const before = { path: '/a', target: rain };
  const change = (body: object) => office().change({ body: { id, before, from: '/a', to: rain, ...body } });
  await expect(change({ from: '/b' })).rejects.toMatchObject({ id: 'taken', field: 'from' });
  await expect(change({ to: '/nowhere' })).rejects.toMatchObject({ field: 'to' });
  await expect(change({ before: { path: '/a', target: '/x' } })).rejects.toMatchObject({ id: 'stale' });
  await expect(change({ id: 999 })).rejects.toMatchObject({ id: 'not-found' });
  await office().act({ body: { ids: [other], act: 'remove' } });
  await change({ from: '/b', to: '/about' });
  expect(await list()).toMatchObject([{ id, path: '/b', target: '/about', source: 'manual' }]);
  expect([await find('/a'), await find('/b')]).toEqual([undefined, '/about']);
  expect(await acts()).toEqual(['redirects.add', 'redirects.add', 'redirects.remove', 'redirects.change']);
});

test('a removed redirect stops working, can be restored for a day, and is then deleted', async () => {
  const [one, two] = [await add('/a', rain), await add('/b', rain)];
  const act = (ids: number[], name: 'remove' | 'restore') => office().act({ body: { ids, act: name } });
  expect(await act([one.id, two.id, 999], 'remove')).toEqual({ done: 2, failed: [{ id: 999, why: '已经删除了' }] });
  expect([await list(), await find('/a')]).toEqual([[], undefined]);
  expect(await act([one.id], 'restore')).toEqual({ done: 1, failed: [] });
  expect(await act([one.id], 'restore')).toMatchObject({ failed: [{ why: '已经恢复了' }] });
  expect(await find('/a')).toBe(rain);
  await site.db.updateTable('movedPaths').set({ removedAt: 1 }).where('id', '=', two.id).execute();
  await act([one.id], 'remove');
  expect(await act([two.id], 'restore')).toMatchObject({ done: 0, failed: [{ why: '删除太久，恢复不了' }] });
});

test('a restored address that would lead in a circle stays removed', async () => {
  const { id } = await add('/a', 'https://elsewhere.example/');
  await site.db.updateTable('movedPaths').set({ target: '/b' }).where('id', '=', id).execute();
  await office().act({ body: { ids: [id], act: 'remove' } });
  await site.db.transaction().execute((trx) => rememberMoved(trx, '/b', '/a', 'import'));
  const { failed } = await office().act({ body: { ids: [id], act: 'restore' } });
  expect(failed).toEqual([{ id, why: '新地址又会转回旧地址，成了一个圈' }]);
});

test('addresses not found carry a guess with its reason, accepted at once', async () => {
  const id = Number(rain.split('/')[2]);
  const snow = await site.writes({ title: '江城夜雪' });
  await site.db.updateTable('articles').set({ slug: 'night-snow' }).where('id', '=', snow).execute();
  await site.db.transaction().execute((trx) => rememberMoved(trx, '/?p=12', rain, 'import'));
  await site.db.transaction().execute((trx) => rememberMoved(trx, '/old/wind-song', rain, 'import'));
  await request(
    '/blog/night-snow',
    '/posts/春天的雨',
    '/chun-tian-de-yu.html',
    '/archives/12',
    '/blog/wind-song',
    '/night-snows-1',
    `/post/${id}`,
    '/tag/江南',
    '/wholly-unknown',
  );
  const guesses = Object.fromEntries((await missed({ pageSize: 50 })).map(({ path, guess }) => [path, guess]));
  const snowPath = `/article/${snow}`;
  expect(guesses).toMatchObject({
    '/blog/night-snow': { target: snowPath, title: '江城夜雪', reason: '别名相同' },
    '/posts/春天的雨': { target: rain, reason: '标题相同' },
    '/chun-tian-de-yu': { target: rain, reason: '标题的拼音相同' },
    '/archives/12': { target: rain, reason: '编号与旧地址 /?p=12 相同' },
    '/blog/wind-song': { target: rain, title: '春天的雨', reason: '末尾与旧地址 /old/wind-song 相同' },
    '/night-snows-1': { target: snowPath, reason: expect.stringMatching(/^\d\d% 相似：night-snow$/) },
    [`/post/${id}`]: { target: rain, reason: '末尾的编号与这篇文章相同，请核对' },
    '/tag/江南': { target: expect.stringMatching(/^\/tags\?id=/), title: '江南', reason: '同名的标签' },
    '/wholly-unknown': null,
  });

  const rows = await missed({ pageSize: 50 });
  const items = rows.flatMap(({ id, guess }) => (guess ? [{ id, target: guess.target }] : []));
  expect(await office().accept({ body: { items } })).toEqual({ done: 8, failed: [] });
  expect((await missed()).map(({ path }) => path)).toEqual(['/wholly-unknown']);
  expect(await find('/blog/night-snow')).toBe(snowPath);
  const [left] = await missed();
  const accept = (target: string) => office().accept({ body: { items: [{ id: left?.id ?? 0, target }] } });
  expect(await accept('/nowhere')).toMatchObject({ failed: [{ why: '本站没有这个页面' }] });
  expect(await accept('//evil.example')).toMatchObject({ failed: [{ why: '新地址须以 / 开头，或是 http 网址' }] });
  expect((await list({ text: 'wholly' })).length).toBe(0);
});

test('a dismissed address is not shown again, however often it is requested, until it is shown again', async () => {
  await request('/wind', '/wind', '/snow');
  const [wind] = await missed();
  expect(wind).toMatchObject({ path: '/wind', hits: 2 });
  const turn = (act: 'hide' | 'show') => office().settle({ body: { ids: [wind?.id ?? 0, 999], act } });
  expect(await turn('hide')).toEqual({ done: 1, failed: [{ id: 999, why: '已经不在了' }] });
  await request('/wind');
  expect((await missed()).map(({ path }) => path)).toEqual(['/snow']);
  expect(await missed({ hidden: 'true' })).toMatchObject([{ path: '/wind', hits: 3 }]);
  await turn('show');
  expect((await missed({ by: 'last' })).map(({ path }) => path).sort()).toEqual(['/snow', '/wind']);
  expect(await missed({ text: 'sno' })).toHaveLength(1);
  expect(await acts()).toEqual(['redirects.hide', 'redirects.show']);
});

test('a file is previewed, then imported; a second import changes nothing', async () => {
  await add('/known', '/about');
  await request('/雨');
  const csv = `from,to\n/雨,${rain}\n/known,${rain}\n/chain,/雨\n/archive,/about\n/x,/nowhere\n/y,\n/雨/,${rain}\nhttps://o.example/z?p=3,${site.siteUrl}/about\n/c1,/c2\n/c2,/c1\n`;
  const tried = await sendFile(csv, 'old.csv', true);
  expect(tried).toMatchObject({ added: 4, changed: 1, unchanged: 1, refused: 4 });
  expect(tried.lines.slice(0, 4)).toEqual([
    { line: 5, from: '/archive', to: '/about', result: 'refused', reason: '本站现在就有这个页面，不能转走' },
    { line: 6, from: '/x', to: '/nowhere', result: 'refused', reason: '本站没有这个页面' },
    { line: 7, from: '/y', to: '', result: 'refused', reason: '这一行缺少新地址' },
    { line: 11, from: '/c2', to: '/c1', result: 'refused', reason: '新地址又会转回旧地址，成了一个圈' },
  ]);
  expect((await list()).map(({ path }) => path)).toEqual(['/known']);

  expect(await sendFile(csv, 'old.csv')).toMatchObject({ added: 4, changed: 1, unchanged: 1, refused: 4 });
  for (const address of ['/雨', '/known', '/chain']) expect(await find(address), address).toBe(rain);
  expect(await find('/z?p=3')).toBe('/about');
  expect(await missed()).toEqual([]);
  expect(await sendFile(csv, 'old.csv')).toMatchObject({ added: 0, changed: 0, unchanged: 6, refused: 4 });
});

test('a file in GBK is read, one that is no text refused', async () => {
  const gbk = Buffer.concat([Buffer.from('from,to\n/'), Buffer.from([0xd3, 0xea]), Buffer.from(`,${rain}\n`)]);
  expect(await sendFile(gbk, 'gbk.csv', true)).toMatchObject({ added: 1, lines: [{ from: '/雨' }] });
  const path = '/v1/admin/redirects/import';
  const answer = await sendForm(site, site.owner, path, [{ name: 'x.csv', bytes: Buffer.from([0, 1, 2, 0]) }]);
  expect(answer).toMatchObject({ code: 400, message: expect.stringContaining('不是文本') });
  const asMember = await sendForm(site, site.lin, path, [{ name: 'x.csv', bytes: '/a,/b' }]);
  expect(asMember.code).toBe(403);
});

test('ten thousand lines are imported and exported again in every format', {
  timeout: 60_000,
}, async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `/old/${at},${rain}`);
  const begun = performance.now();
  expect(await sendFile(lines.join('\n'), 'many.csv')).toMatchObject({ added: 10_000, refused: 0 });
  expect(performance.now() - begun).toBeLessThan(50_000);
  for (const format of ['csv', 'json', 'yaml'] as const) {
    const { name, text } = await office().export({ query: { format } });
    expect(name).toMatch(new RegExp(`\\.${format}$`));
    expect(await sendFile(text, name, true)).toMatchObject({ unchanged: 10_000, refused: 0 });
  }
});
