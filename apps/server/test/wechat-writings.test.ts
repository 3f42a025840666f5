import { beforeEach, expect, test } from 'vitest';
import { dropOldWechat } from '../src/members/wechat/clean-up.ts';
import { receive } from '../src/members/wechat/receive.ts';
import { writeByWechat } from '../src/members/wechat/write-by-wechat.ts';
import { mayReachHere, openNeighbour } from './neighbour.ts';
import { noise } from './noise.ts';
import { document, element, seconds, signedQuery, wechatSite } from './wechat-server.ts';

const { site, follower } = wechatSite();

beforeEach(async () => {
  await site.change('says', { members: true } as never);
  await site.change('writing', { members: true, publish: false } as never);
});

/** 小林's account is linked to the follower. */
const link = (userId = site.lin.id) =>
  site.db
    .insertInto('socialLinks')
    .values({ userId, provider: 'wechat-account', subject: follower.openid, name: '', createdAt: 1 } as never)
    .execute();

const listSays = () => site.db.selectFrom('says').selectAll().orderBy('id').execute();
const listDrafts = async () => (await site.as(site.lin).drafts.list({ query: {} })).data.records;
const readDraft = (id: number) => site.as(site.lin).drafts.mine({ query: { id } });
const set = (change: object) => site.db.updateTable('users').set(change).where('id', '=', site.lin.id).execute();

/** A message as it comes from WeChat, handled where pictures may be fetched from this machine. */
async function send(fields: Record<string, string | number>, timeoutMs = 30_000) {
  const common = { ToUserName: 'gh_1', FromUserName: follower.openid, CreateTime: seconds() };
  const deps = { db: site.db, storage: site.storage, siteUrl: site.siteUrl, mayReach: mayReachHere, timeoutMs };
  return element(await receive(deps, signedQuery(), document({ ...common, ...fields })), 'Content');
}

test('「说」 of a linked member is a say; the answer has its link, and 「撤回」 removes it', async () => {
  await link();
  const { words } = await follower.say('说 今天下雨了。#天气');
  const [say] = await listSays();
  expect(say).toMatchObject({ text: '今天下雨了。#天气', authorId: site.lin.id, state: 'shown', isPublic: 1 });
  expect(words).toBe(`发好了：${site.siteUrl}/say?id=${say?.id}\n想撤回，一小时内回复「撤回」。`);
  expect((await follower.say('撤回')).words).toBe('撤回了：「今天下雨了。#天气」');
  expect(await listSays()).toEqual([]);
  expect((await follower.say('「撤回」。')).words).toBe('最近一小时里没有可以撤回的。');
});

test('what WeChat sends three times is written once, and answered the same', async () => {
  await link();
  const same = { MsgId: '777', CreateTime: seconds() };
  const answers = await Promise.all([1, 2, 3].map(() => follower.say('说：早', same)));
  expect(new Set(answers.map(({ words }) => words)).size).toBe(1);
  expect(await listSays()).toHaveLength(1);
  await follower.say('草稿 第一句', { MsgId: '778' });
  await follower.say('草稿 第一句', { MsgId: '778' });
  const [draft] = await listDrafts();
  expect((await readDraft(draft?.id ?? 0)).content.markdown).toBe('第一句');
});

test('「草稿」 goes onto the draft of the day, which names where it came from; the last piece can be taken back', async () => {
  await link();
  const { words } = await follower.say('草稿\n想到一个开头。');
  await follower.say('草稿：第二段。');
  const [draft, ...more] = await listDrafts();
  expect(more).toEqual([]);
  expect(draft).toMatchObject({ title: expect.stringMatching(/^\d+ 月 \d+ 日$/), keyName: '微信公众号' });
  expect(words).toContain(`${site.siteUrl}/newposts?id=${draft?.id}`);
  expect((await readDraft(draft?.id ?? 0)).content.markdown).toBe('想到一个开头。\n\n第二段。');
  expect((await follower.say('撤回')).words).toBe('撤回了：「第二段。」');
  expect((await readDraft(draft?.id ?? 0)).content.markdown).toBe('想到一个开头。');
});

test('a draft that was changed afterwards is not cut, and one in the trash is not written into', async () => {
  await link();
  await follower.say('草稿 甲');
  const [draft] = await listDrafts();
  const { version, content } = await readDraft(draft?.id ?? 0);
  const changed = { ...content, markdown: '甲，又写了。' };
  await site.as(site.lin).drafts.save({ body: { id: draft?.id ?? 0, version, content: changed } });
  expect((await follower.say('撤回')).words).toContain('草稿后来又改过');
  await site.as(site.lin).drafts.remove({ query: { id: draft?.id ?? 0 } });
  await follower.say('草稿 乙');
  const [fresh] = await listDrafts();
  expect(fresh?.id).not.toBe(draft?.id);
  expect((await readDraft(fresh?.id ?? 0)).content.markdown).toBe('乙');
});

test('a picture is fetched from WeChat and becomes a say', async () => {
  await link();
  const picture = await noise(40);
  const media = await openNeighbour((_request, reply) => void reply.end(picture));
  const words = await send({ MsgType: 'image', MsgId: '1', MediaId: 'm', PicUrl: `${media.url}/mmbiz_jpg/x/0` });
  expect(words).toContain('发好了');
  const [say] = await listSays();
  expect(JSON.parse(say?.pictures ?? '[]')).toHaveLength(1);
  expect(media.asked).toHaveLength(1);
});

test.each([
  ['gone', (reply: { writeHead: (code: number) => { end: () => void } }) => reply.writeHead(404).end()],
  ['no picture', (reply: { end: (text: string) => void }) => reply.end('<html>')],
  ['too large', (reply: { end: (bytes: Buffer) => void }) => reply.end(Buffer.alloc(11 * 1024 * 1024))],
])('a picture that is %s is refused with the reason, and nothing is written', async (_what, answer) => {
  await link();
  const media = await openNeighbour((_request, reply) => void answer(reply as never));
  const words = await send({ MsgType: 'image', MsgId: '1', MediaId: 'm', PicUrl: `${media.url}/x` });
  expect(words).toMatch(/^没有存下来：/);
  expect(await listSays()).toEqual([]);
});

test('a picture whose address is not public is not fetched', async () => {
  await link();
  const media = await openNeighbour((_request, reply) => void reply.end());
  const { words } = await follower.send({ MsgType: 'image', MsgId: 1, MediaId: 'x', PicUrl: media.url });
  expect(words).toMatch(/^没有存下来：/);
  expect(media.asked).toEqual([]);
});

test('what takes longer is answered in time, goes on, and is not done twice by the outbox', async () => {
  await link();
  const picture = await noise(40);
  const slow = Promise.withResolvers<void>();
  const media = await openNeighbour(async (_request, reply) => {
    await slow.promise;
    reply.end(picture);
  });
  const words = await send({ MsgType: 'image', MsgId: '9', MediaId: 'm', PicUrl: `${media.url}/x` }, 50);
  expect(words).toContain('正在存');
  await expect.poll(() => media.asked.length).toBe(1);
  slow.resolve();
  await expect.poll(async () => (await listSays()).length).toBe(1);
  const [waiting] = await site.db.selectFrom('outbox').selectAll().where('kind', '=', 'wechat-writing').execute();
  const { messageId } = JSON.parse(waiting?.payload ?? '{}');
  const deps = { db: site.db, storage: site.storage, siteUrl: site.siteUrl, mayReach: mayReachHere };
  await expect.poll(() => writeByWechat(deps, messageId)).toContain('发好了');
  expect(await listSays()).toHaveLength(1);
});

test('the outbox writes what the process could not before it ended', async () => {
  await link();
  const writing = {
    messageId: 'x:1',
    userId: site.lin.id,
    kind: 'draft' as const,
    text: '断了的',
    createdAt: Date.now(),
  };
  await site.db
    .insertInto('wechatWritings')
    .values({ ...writing, targetId: null, draftVersion: null })
    .execute();
  const deps = { db: site.db, storage: site.storage, siteUrl: site.siteUrl };
  expect(await writeByWechat(deps, 'x:1')).toContain('写进今天的草稿了');
  await site.db.updateTable('wechatWritings').set({ answer: '' }).execute(); // the process ended before the answer was stored
  await writeByWechat(deps, 'x:1');
  const [draft] = await listDrafts();
  expect((await readDraft(draft?.id ?? 0)).content.markdown).toBe('断了的');
});

test('an unlinked sender is told how, a word alone how it is used', async () => {
  for (const text of ['说 早', '草稿 早', '撤回'])
    expect((await follower.say(text)).words).toMatch(/^这个微信还没有绑定账号。.*DL 开头/s);
  await link();
  expect((await follower.say('说')).words).toContain('如：说 今天下雨了。');
  expect((await follower.say('草稿')).words).toContain('如：草稿');
  expect((await follower.say('说说你是谁')).words).toMatch(/DL123456/);
  expect(await listSays()).toEqual([]);
});

test('a member who may not, is muted, disabled, or writes too much is told why', async () => {
  await link();
  await site.change('says', { members: false } as never);
  expect((await follower.say('说 早')).words).toBe('没有存下来：站长没有开放发说说');
  await site.change('says', { members: true } as never);
  expect((await follower.say(`说 ${'长'.repeat(3000)}`)).words).toMatch(/^没有存下来：内容不能超过 \d+ 个字/);
  await set({ mutedAt: 1, mutedReason: '刷屏' });
  expect((await follower.say('说 早')).words).toContain('原因：刷屏');
  expect((await follower.say('草稿 早')).words).toContain('原因：刷屏');
  await set({ mutedAt: null, disabledAt: 1, disabledReason: '广告' });
  expect((await follower.say('说 早')).words).toContain('原因：广告');
  await set({ disabledAt: null });
  await site.turn({ says: false });
  expect((await follower.say('说 早')).words).toBe('没有存下来：站长关闭了说说');
  await site.turn({ says: true });
  await site.change('system', { maintenance: true, maintenanceText: '在换硬盘' } as never);
  expect((await follower.say('草稿 早')).words).toBe('没有存下来：在换硬盘');
  expect(await listSays()).toEqual([]);
  expect(await listDrafts()).toEqual([]);
});

test('a held say says why, and can be taken back', async () => {
  await link();
  await site.change('moderation', { hold: ['加微信'] } as never);
  const { words } = await follower.say('说 加微信看片');
  expect(words).toMatch(/^收到了，要等审核（.+）/);
  expect((await follower.say('撤回')).words).toContain('撤回了');
  expect(await listSays()).toEqual([]);
});

test('more than twenty in ten minutes have to wait', async () => {
  await link();
  for (let sent = 0; sent < 20; sent++) await follower.say(`草稿 ${sent}`);
  expect((await follower.say('草稿 再一句')).words).toContain('过十分钟');
});

test('texts that were sent are forgotten after a day', async () => {
  await link();
  await follower.say('说 早');
  await dropOldWechat(site.db, Date.now() + 25 * 3_600_000);
  expect(await site.db.selectFrom('wechatWritings').selectAll().execute()).toEqual([]);
});
