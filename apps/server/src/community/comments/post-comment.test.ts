import { noticeKinds } from '@mojian/contract/platform/rules';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { upload } from '../../../test/upload.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import { saveSettings } from '../../core/settings/settings.ts';
import { findTwin, insertComment } from './writing.queries.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
  await site.db.deleteFrom('outbox').execute();
});

type Viewer = typeof site.ming | null;

const post = (viewer: Viewer, text: string, more: object = {}) =>
  site.as(viewer).comments.post({ body: { articleId, text, ...more } });
const rows = () => site.db.selectFrom('comments').selectAll().orderBy('id').execute();
const counted = async () => (await site.as(null).articles.info({ query: { id: articleId } })).comments;
const notices = async (viewer: NonNullable<Viewer>) =>
  (await site.as(viewer).notices.list({ query: { type: noticeKinds.comment } })).records;
const effects = async (kind: string) =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ payload }) => JSON.parse(payload),
  );
const moderate = (rules: object) =>
  site.db
    .transaction()
    .execute((trx) => saveSettings(trx, 'moderation', rules))
    .then(forget);
const forget = async () => {
  const { forgetSettings } = await import('../../core/settings/settings.ts');
  forgetSettings(site.db);
};

/** Expects no row, count, notice or effect. */
async function leftNothing(before = 0) {
  expect(await rows()).toHaveLength(before);
  expect(await counted()).toBe(before);
  expect(await site.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect(await site.db.selectFrom('notices').select('id').execute()).toEqual([]);
}

test('a comment is stored, returned as its author sees it, counted, notified and pushed', async () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
  const said = await site
    .as(site.ming, { address: '115.236.112.1', agent })
    .comments.post({ body: { articleId, text: ' **好** 文章\n第二行 ' } });
  expect(said).toMatchObject({
    html: '<p><strong>好</strong> 文章<br />\n第二行</p>\n',
    parentId: null,
    replyTo: null,
    place: '浙江',
    device: 'Chrome · Windows',
    likes: 0,
    held: false,
    author: { id: site.ming.id, nickname: '阿明', badge: null },
    mayDelete: true,
    replies: { total: 0, first: [], next: null },
  });
  expect((await site.as(null).comments.list({ query: { articleId } })).total).toBe(1);
  expect(await counted()).toBe(1);
  expect(await notices(site.lin)).toMatchObject([
    {
      title: '春天',
      text: '好 文章 第二行',
      link: `/article/${articleId}#comment-${said.id}`,
      actors: [{ nickname: '阿明' }],
    },
  ]);
  expect(await effects('live')).toContainEqual({
    events: [{ topic: `article:${articleId}`, type: 'comment', id: said.id }],
  });
  const [{ tags }] = await effects('drop-pages');
  expect(tags).toEqual([`comments:article:${articleId}`, `article:${articleId}`, 'comments', `user:${site.ming.id}`]);
  expect((await site.as(null).home.show()).comments).toMatchObject([{ nickname: '阿明', article: { id: articleId } }]);
});

test('a comment on a say is posted like one on an article', async () => {
  const sayId = await site.says({ text: '一二三四五六七八九十一二三四五六七八九十再多' });
  const said = await site.as(site.ming).comments.post({ body: { sayId, text: '真好' } });
  await site.as(site.lin).comments.post({ body: { sayId, text: '谢谢', replyTo: said.id } });
  expect(await site.as(null).comments.list({ query: { sayId } })).toMatchObject({
    total: 2,
    records: [{ html: '<p>真好</p>\n', replies: { total: 1, first: [{ author: { badge: 'author' } }] } }],
  });
  expect(await notices(site.lin)).toMatchObject([
    { title: '一二三四五六七八九十一二三四五六七八九十…', link: `/say?id=${sayId}#comment-${said.id}` },
  ]);
  expect((await site.db.selectFrom('says').select('comments').executeTakeFirstOrThrow()).comments).toBe(2);
  expect((await effects('live')).flatMap(({ events }) => events)).toContainEqual({
    topic: `say:${sayId}`,
    type: 'comment',
    id: said.id,
  });
  await expect(post(site.ming, '错认', { replyTo: said.id })).rejects.toMatchObject({ field: 'replyTo' });
});

test.each([
  '',
  ' \n\t ',
  '\u200b\u200d\ufeff',
  '\u3164\u2800\uffa0',
  '\u202e\u202c',
  '\u0007',
  '\u0301',
  '[](https://a.cn)',
  '> ',
  '&#8203;',
])('%j is refused as empty', async (text) => {
  await expect(post(site.ming, text)).rejects.toMatchObject({
    id: 'invalid-input',
    message: '评论不能为空',
    field: 'text',
  });
  await leftNothing();
});

test('a comment may have a thousand characters, counted as the form does', async () => {
  for (const text of ['字'.repeat(1001), '字'.repeat(5000), '字'.repeat(20_001)])
    await expect(post(site.ming, text)).rejects.toMatchObject({
      id: 'invalid-input',
      message: '评论不能超过 1000 个字',
      field: 'text',
    });
  await leftNothing();
  await post(site.ming, ` ${'😀'.repeat(1000)} `);
  expect(await counted()).toBe(1);
});

test('emoji alone, mixed directions and unusual characters are accepted', async () => {
  for (const text of ['😀', '👨‍👩‍👧', 'שלום 你好 سلام', '。', '1']) await post(site.ming, text);
  expect(await counted()).toBe(5);
});

test('hostile texts stay text: nothing in them runs, links or is fetched', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[点我](javascript:alert(1)) [a](data:text/html,x) [b](vbscript:x)',
    '![图](https://evil.example/x.png)',
    '"><svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '`<iframe src=//evil.example>`',
    '@<img src=x onerror=alert(1)>',
  ];
  for (const text of hostile) {
    const { html } = await post(site.ming, text);
    expect(html, text).not.toMatch(
      /<(script|img|svg|iframe|style)|<[^>]*\son\w+=|<[^>]*href="(javascript|data|vbscript):/i,
    );
  }
  const { html } = await post(site.ming, '看 https://a.cn/x 和 [站内](https://mojian.example/say)');
  expect(html).toMatch(/<a href="https:\/\/a\.cn\/x"[^>]*rel="[^"]*nofollow/);
});

test('a reply is placed under its comment and notifies the addressee', async () => {
  const top = await post(site.ming, '上');
  const first = await post(site.lin, '答', { replyTo: top.id });
  const second = await post(site.owner, '再答', { replyTo: first.id });
  expect(first).toMatchObject({ parentId: top.id, replyTo: null });
  expect(second).toMatchObject({ parentId: top.id, replyTo: { nickname: '小林' } });
  const { records, total } = await site.as(null).comments.list({ query: { articleId } });
  expect(total).toBe(3);
  expect(records).toMatchObject([{ id: top.id, replies: { total: 2, first: [{ id: first.id }, { id: second.id }] } }]);
  expect((await notices(site.ming)).map(({ actors }) => actors[0]?.nickname)).toEqual(['小林']);
  expect((await notices(site.lin)).map(({ actors }) => actors[0]?.nickname)).toEqual(['站长', '阿明']);
});

test('a reply to a deleted, held, unrelated or unknown comment is refused', async () => {
  const other = await site.writes();
  const there = await site.as(site.ming).comments.post({ body: { articleId: other, text: '别处' } });
  const removed = await post(site.ming, '删了');
  await site.as(site.ming).comments.remove({ query: { id: removed.id } });
  const held = await post(site.ming, '等着');
  await site.db.updateTable('comments').set({ state: 'held' }).where('id', '=', held.id).execute();
  const before = (await rows()).length;
  const refusal = async (replyTo: number) =>
    post(site.lin, '答', { replyTo }).catch(({ id, field }: { id: string; field: string }) => [id, field]);
  expect(await refusal(removed.id)).toEqual(['gone', 'replyTo']);
  expect(await refusal(held.id)).toEqual(['not-found', 'replyTo']);
  expect(await refusal(there.id)).toEqual(['not-found', 'replyTo']);
  expect(await refusal(999)).toEqual(['not-found', 'replyTo']);
  expect(await rows()).toHaveLength(before);
});

test('a comment deleted during a reply either refuses the reply or stays as its parent', async () => {
  const top = await post(site.ming, '上');
  const { removeComment } = await import('./moderate-comments.ts');
  const { markCommentRemoved } = await import('./writing.queries.ts');
  const [, answer] = await atOnce(
    site,
    (trx) => markCommentRemoved(trx, top.id, 'author'),
    () => post(site.lin, '答', { replyTo: top.id }),
  );
  expect(answer.status).toBe('rejected');
  expect(await rows()).toHaveLength(1);
  await expect(removeComment(site.db, site.ming, top.id)).rejects.toMatchObject({ id: 'not-found' });
});

test('a comment needs access to the article, and a login', async () => {
  const draft = await site.writes({ state: 'draft' });
  const secret = await site.says({ isPublic: false });
  await site.db.deleteFrom('outbox').execute();
  await expect(post(null, '你好')).rejects.toMatchObject({ id: 'signed-out' });
  await expect(post(site.ming, '你好', { articleId: draft })).rejects.toMatchObject({ id: 'not-found' });
  await expect(post(site.ming, '你好', { articleId: 999 })).rejects.toMatchObject({ id: 'not-found' });
  const onSay = site.as(site.ming).comments.post({ body: { sayId: secret, text: '你好' } });
  await expect(onSay).rejects.toMatchObject({ id: 'not-found' });
  await expect(post(site.ming, '你好', { sayId: secret })).rejects.toThrow('须给出文章或说说');
  await leftNothing();
});

test('a comment unlocks an article once it is not held', async () => {
  const locked = await site.writes({ readType: 1, markdown: `${'开头。'.repeat(200)}\n\n余下的秘密。` });
  const isLocked = async () => (await site.as(site.ming).articles.info({ query: { id: locked } })).locked;
  await site.turn({ comments: 'review' });
  await post(site.ming, '来过', { articleId: locked });
  expect(await isLocked()).toBe(true);
  await site.turn({});
  await post(site.ming, '又来', { articleId: locked });
  expect(await isLocked()).toBe(false);
});

test('a comment sent twice is stored once, with the same answer', async () => {
  const first = await post(site.ming, '一次', { key: 'abc' });
  const again = await post(site.ming, '一次', { key: 'abc' });
  expect(again).toEqual(first);
  expect((await post(site.lin, '别人的', { key: 'abc' })).id).not.toBe(first.id);
  const both = await Promise.all([1, 2].map(() => post(site.ming, '同时', { key: 'xyz' })));
  expect(both[0]?.id).toBe(both[1]?.id);
  expect(await counted()).toBe(3);
  expect(await notices(site.lin)).toHaveLength(2);
  await post(site.ming, '没有记号', { key: '' });
  await post(site.ming, '也没有记号', { key: '' });
  expect(await counted()).toBe(5);
});

test('a comment sent twice at once is created once, and both answers name it', async () => {
  const row = { articleId, authorId: site.ming.id, text: '早', html: '早', sendKey: 'k', createdAt: 1 };
  const nothing = { sayId: null, parentId: null, replyToId: null, removedAt: null };
  const [, second] = await atOnce(
    site,
    (trx) => insertComment(trx, { ...row, ...nothing }),
    () => post(site.ming, '晚', { key: 'k' }),
  );
  expect(second).toMatchObject({ status: 'fulfilled', value: { html: '早' } });
  expect(await rows()).toHaveLength(1);
  expect(await counted()).toBe(0);
});

test('the same words sent twice at once without a key are one comment', async () => {
  const both = await Promise.all([1, 2, 3].map(() => post(site.ming, '连点')));
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect([await counted(), (await rows()).length, (await notices(site.lin)).length]).toEqual([1, 1, 1]);
  const answer = await post(site.lin, '连点', { replyTo: both[0]?.id });
  const elsewhere = await site.as(site.lin).comments.post({ body: { articleId: await site.writes(), text: '连点' } });
  expect(new Set([both[0]?.id, answer.id, elsewhere.id]).size).toBe(3);
});

test('equal texts sent at once create one comment', async () => {
  const row = { articleId, authorId: site.ming.id, text: '早', html: '早', sendKey: null, createdAt: Date.now() };
  const nothing = { sayId: null, parentId: null, replyToId: null, removedAt: null };
  const [, second] = await atOnce(
    site,
    async (trx) => {
      await findTwin(trx, { ...row, ...nothing }, 0);
      await insertComment(trx, { ...row, ...nothing });
    },
    () => post(site.ming, '早'),
  );
  expect(second).toMatchObject({ status: 'fulfilled', value: { html: '早' } });
  expect(await rows()).toHaveLength(1);
});

test('pictures are those the writer uploaded, with their sizes', async () => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { data } = await upload(site, site.ming, picture);
  await expect(post(site.lin, '别人的图', { pictures: [data.url] })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'pictures',
  });
  await expect(post(site.ming, '没有的图', { pictures: ['/files/aa/x.webp'] })).rejects.toThrow('图片须先上传');
  await expect(post(site.ming, '外站', { pictures: ['https://evil.example/x.png'] })).rejects.toThrow('图片须先上传');
  await leftNothing();
  const said = await post(site.ming, '一张图', { pictures: [data.url, data.url] });
  expect(said.pictures).toEqual([{ url: data.url, width: 40, height: 20 }]);
});

test('a mention links and notifies a member once, never the author', async () => {
  const text = '@小林 @小林 @阿明 @没有这个人 a@站长 `@站长` [@站长](https://a.cn) @站长你好';
  const { html } = await post(site.ming, text);
  expect(html).toContain(`<a class="mention" href="/user/${site.lin.id}">@小林</a>`);
  expect(html).toContain(`<a class="mention" href="/user/${site.owner.id}">@站长</a>你好`);
  expect(html).toContain('<code>@站长</code>');
  expect(html.match(/class="mention"/g)).toHaveLength(4);
  expect(await notices(site.lin)).toHaveLength(1); // author of the article, and mentioned twice
  expect(await notices(site.owner)).toHaveLength(1);
  expect(await notices(site.ming)).toEqual([]);
});

test('a mention in a private or held say notifies only those who may see the say', async () => {
  const sayId = await site.says({ text: '只写给自己', isPublic: false, authorId: site.ming.id });
  await site.as(site.ming).comments.post({ body: { sayId, text: '@小林 @站长 不想让人知道' } });
  expect([...(await notices(site.lin)), ...(await notices(site.owner))]).toEqual([]);

  await site.db.updateTable('says').set({ isPublic: 1, state: 'held' }).where('id', '=', sayId).execute();
  await site.as(site.ming).comments.post({ body: { sayId, text: '@小林 @站长 请放行' } });
  expect(await notices(site.lin)).toEqual([]);
  expect(await notices(site.owner)).toMatchObject([{ text: '@小林 @站长 请放行' }]);

  await site.db.updateTable('says').set({ state: 'shown' }).where('id', '=', sayId).execute();
  await site.as(site.ming).comments.post({ body: { sayId, text: '@小林 看得到了' } });
  expect(await notices(site.lin)).toMatchObject([{ text: '@小林 看得到了', reason: 'mention' }]);
});

test('names that contain HTML, pattern characters or other names are mentioned literally', async () => {
  const names = ['<b>&"x', 'a.*b', '小林木', 'Ann'];
  const { nicknameKey } = await import('../../core/identity/nickname-key.ts');
  for (const nickname of names)
    await site.db
      .insertInto('users')
      .values({
        nickname,
        nicknameKey: nicknameKey(nickname),
        email: null,
        passwordHash: null,
        role: 'member',
        createdAt: 0,
      })
      .execute();
  const mentions = async (text: string) =>
    [...(await post(site.ming, text)).html.matchAll(/class="mention" href="\/user\/\d+">@([^<]*)</g)].map(
      ([, name]) => name,
    );
  expect(await mentions('@<b>&"x 在')).toEqual(['&lt;b&gt;&amp;"x']);
  expect(await mentions('@a.*b 与 @axxb')).toEqual(['a.*b']);
  expect(await mentions('@小林木头 @小林')).toEqual(['小林木', '小林']);
  expect(await mentions('@ann @anna @ANN')).toEqual(['ann', 'ANN']);
});

test('a held comment is neither counted nor notified until released', async () => {
  await moderate({ hold: ['风筝'] });
  await site.db.deleteFrom('outbox').execute();
  const said = await post(site.ming, '放风筝 @站长');
  expect(said.held).toBe(true);
  expect((await site.as(null).comments.list({ query: { articleId } })).records).toEqual([]);
  expect((await site.as(null).home.show()).comments).toEqual([]);
  expect(await counted()).toBe(0);
  expect([...(await notices(site.lin)), ...(await notices(site.owner))]).toEqual([]);
  const outbox = await site.db.selectFrom('outbox').select('payload').execute();
  expect(outbox.map(({ payload }) => JSON.parse(payload).events[0].topic)).toEqual([`user:${site.owner.id}`]);

  const { releaseComment } = await import('./moderate-comments.ts');
  await releaseComment(site.db, said.id);
  expect((await site.as(null).comments.list({ query: { articleId } })).records).toMatchObject([{ id: said.id }]);
  expect(await counted()).toBe(1);
  expect([await notices(site.lin), await notices(site.owner)].map(({ length }) => length)).toEqual([1, 1]);
  await expect(releaseComment(site.db, said.id)).rejects.toMatchObject({ id: 'not-found' });
  expect(await counted()).toBe(1);
});

test('fifty comments and answers at once: every counter equals its rows', async () => {
  const top = await post(site.ming, '上');
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  const people = Array.from({ length: 50 }, (_, n) => ({ ...person, nickname: `路人${n}`, nicknameKey: `p${n}` }));
  const members = await site.db.insertInto('users').values(people).returning('id').execute();
  const clients = await Promise.all(
    members.map(async ({ id }) => {
      const { token } = await signIn(site.db, {
        userId: id,
        way: 'password',
        caller: { address: '203.0.113.7', agent: '' },
      });
      return site.withToken(token);
    }),
  );
  await Promise.all(
    clients.flatMap((client, n) => [
      client.comments.post({ body: { articleId, text: `第 ${n} 句`, ...(n % 2 && { replyTo: top.id }) } }),
      client.comments.like({ query: { id: top.id } }),
    ]),
  );
  const { records, total } = await site.as(null).comments.list({ query: { articleId, sort: 'hot' } });
  expect(total).toBe(51);
  expect(await counted()).toBe(51);
  expect(records[0]).toMatchObject({ id: top.id, likes: 50, replies: { total: 25 } });
});
