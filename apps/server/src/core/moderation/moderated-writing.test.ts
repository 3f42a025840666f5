import { beforeEach, describe, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { hear } from '../../../test/hear.ts';
import {
  boardOf,
  chatOf,
  commentsOf,
  type EditedWriting,
  type PublishedWriting,
  saysOf,
  type Writing,
} from '../../../test/writings.ts';

const site = freshSite();

const outbox = async (kind: string) =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ payload }) => JSON.parse(payload),
  );
const acts = () => site.db.selectFrom('auditLog').select(['actor', 'act', 'subject']).orderBy('id').execute();
const give = (id: number, role: 'moderator' | 'editor') =>
  site.db.updateTable('users').set({ role }).where('id', '=', id).execute();

/** Hands the events that the outbox holds to the open streams, as the site does after each commit. */
async function deliver() {
  const entries = await site.db.deleteFrom('outbox').where('kind', '=', 'live').returning('payload').execute();
  for (const { payload } of entries) await site.eventBus.publish(JSON.parse(payload).events);
}

/** Every moderated writing: what holds for one holds for each. */
const writings: [name: string, open: (on: typeof site) => Promise<Writing>][] = [
  ['a comment', commentsOf],
  ['a say', saysOf],
  ['a board message', boardOf],
  ['a message of the group', chatOf],
];

describe.each(writings)('%s', (_, open) => {
  let writing: Writing;
  beforeEach(async () => {
    writing = await open(site);
    await site.db.deleteFrom('outbox').execute();
  });

  const rows = () => site.db.selectFrom(writing.table).select(['text', 'state', 'reasons']).orderBy('id').execute();
  const waiting = async () => (await site.office(site.owner).office.enter()).waiting[writing.kind.waiting];
  const write = async (text: string, author = site.ming) => (await writing.write(author, text)).id;
  /** Held for a word of the owner. */
  async function hold(text: string) {
    await site.change('moderation', { hold: ['加微信'] });
    const id = await write(text);
    await site.db.deleteFrom('outbox').execute();
    return id;
  }

  test('with a masked word is never stored unmasked, but the staff’s is left alone', async () => {
    await site.change('moderation', { mask: ['傻瓜'] });
    expect(await writing.write(site.ming, '你这傻 瓜')).toMatchObject({ held: false });
    expect(await writing.seen(null)).toEqual(['你这＊＊']);
    expect(JSON.stringify(await site.db.selectFrom(writing.table).selectAll().execute())).not.toMatch(/傻|瓜/);
    await writing.write(site.owner, '不说傻瓜');
    expect((await writing.seen(null)).toSorted()).toEqual(['不说傻瓜', '你这＊＊'].toSorted());
  });

  test('with a held word is shown to its author only, with nothing sent to open screens and no page dropped', async () => {
    await site.change('moderation', { hold: ['加微信'] });
    await site.db.deleteFrom('outbox').execute();
    const { id, held } = await writing.write(site.ming, '来加微信');
    expect(held).toBe(true);
    expect(await rows()).toEqual([{ text: '来加微信', state: 'held', reasons: '["含有需要审核的词「加微信」"]' }]);
    for (const other of [null, site.lin]) expect(await writing.seen(other)).toEqual([]);
    expect(await writing.seen(site.ming)).toEqual(['来加微信']);
    // only the staff's notice, of which chats have none
    const notices = writing.table === 'chatMessages' ? [] : [{ kind: 'live' }];
    expect(await site.db.selectFrom('outbox').select('kind').execute()).toEqual(notices);
    await expect(writing.report(site.lin, id, '广告')).rejects.toMatchObject({ id: 'not-found' });
    expect((await writing.list({ state: 'held' })).records).toMatchObject([
      { id, text: '来加微信', state: 'held', reasons: ['含有需要审核的词「加微信」'], author: { nickname: '阿明' } },
    ]);
    expect(await waiting()).toBe(1);
  });

  test('is held where the owner reviews everything, for too many links and for a repetition; the staff’s never is', async () => {
    const said = '走过路过不要错过我的小店';
    const links = 'https://a.example https://b.example https://c.example';
    expect((await writing.write(site.ming, 'https://a.example https://b.example')).held).toBe(false);
    expect((await writing.write(site.ming, links)).held).toBe(true);
    expect((await writing.write(site.ming, said)).held).toBe(false);
    expect((await writing.write(site.ming, '走过，路过！不要错过 我的小店')).held).toBe(true);
    expect((await writing.write(site.lin, said)).held).toBe(false);
    await writing.reviewAll();
    expect((await writing.write(site.ming, '早')).held).toBe(true);
    expect((await writing.write(site.owner, links)).held).toBe(false);
    expect((await rows()).filter(({ state }) => state === 'held').map(({ reasons }) => JSON.parse(reasons))).toEqual([
      ['链接超过 2 个'],
      ['十分钟内说过同样的话'],
      ['所有内容都先审核'],
    ]);
  });

  test('that was held is shown to everyone once released, and only once', async () => {
    const id = await hold('来加微信');
    expect(await writing.act([id], 'release')).toEqual({ done: 1, failed: [] });
    for (const viewer of [null, site.lin, site.ming]) expect(await writing.seen(viewer)).toEqual(['来加微信']);
    expect(await rows()).toMatchObject([{ state: 'shown', reasons: '[]' }]);
    expect(await waiting()).toBe(0);
    const why = `没有等待审核的${writing.noun}`;
    expect(await writing.act([id, 999], 'release')).toEqual({
      done: 0,
      failed: [id, 999].map((id) => ({ id, why })),
    });
  });

  test('that was removed is gone for everyone, and is removed once', async () => {
    const [held, shown] = [await hold('来加微信'), await write('早')];
    await writing.report(site.lin, shown, '吵');
    expect(await writing.act([held, shown], 'remove')).toEqual({ done: 2, failed: [] });
    for (const viewer of [null, site.lin, site.ming]) expect(await writing.seen(viewer)).toEqual([]);
    expect([await waiting(), (await site.office(site.owner).office.enter()).waiting.reports]).toEqual([0, 0]);
    expect((await writing.act([999], 'remove')).failed).toEqual([{ id: 999, why: writing.refusals.gone }]);
    expect((await writing.act([held], 'release')).failed).toHaveLength(1);
  });

  test('is acted on in a batch as far as possible, with a reason for each refusal, and that is audited', async () => {
    const [held, shown] = [await hold('来加微信'), await write('早')];
    expect(await writing.act([held, shown, held, 999], 'release')).toEqual({
      done: 1,
      failed: [shown, 999].map((id) => ({ id, why: `没有等待审核的${writing.noun}` })),
    });
    expect(await writing.act([shown, 999], 'remove')).toEqual({
      done: 1,
      failed: [{ id: 999, why: writing.refusals.gone }],
    });
    expect(await writing.seen(null)).toEqual(['来加微信']);
    const { acts: kind, subject } = writing.kind;
    expect(await acts()).toEqual([
      { actor: '站长', act: `${kind}.release`, subject: `${subject}:${held}` },
      { actor: '站长', act: `${kind}.remove`, subject: `${subject}:${shown}` },
    ]);
    await give(site.lin.id, 'editor');
    await expect(writing.act([held], 'remove', site.lin)).rejects.toMatchObject({ id: 'not-allowed' });
    await give(site.lin.id, 'moderator');
    expect((await writing.act([held], 'remove', site.lin)).done).toBe(1);
  });

  test('is listed for the staff newest first, and found by state, text and author', async () => {
    const reported = await write('雨停了');
    await writing.report(site.lin, reported, '吵');
    await hold('加微信 100%_');
    expect((await writing.list()).records).toMatchObject([
      { text: '加微信 100%_', state: 'held', reports: 0, author: { nickname: '阿明' } },
      { text: '雨停了', state: 'shown', reports: 1, reasons: [] },
    ]);
    const total = async (query: object) => (await writing.list(query)).total;
    expect([await total({ state: 'held' }), await total({ text: '0%_' }), await total({ text: '%' })]).toEqual([
      1, 1, 1,
    ]);
    expect([await total({ text: '雪' }), await total({ author: '阿' }), await total({ author: '林' })]).toEqual([
      0, 2, 0,
    ]);
  });

  const reports = async () =>
    (await site.db.selectFrom('reports').selectAll().orderBy('id').execute()).map((row) => [
      row[writing.reported],
      row.reporterId,
      row.reason,
    ]);
  const notified = async () =>
    (await site.as(site.owner).notices.list({ query: { type: 0 } })).records.map(({ title, text, link }) => [
      title,
      text,
      link,
    ]);

  test('is reported once by each member, however they click, and the owner is notified of the first report', async () => {
    const id = await write('买药加我');
    await writing.report(site.lin, id, ' 广告 ');
    await Promise.all(
      [...Array.from({ length: 4 }, () => '还是广告')].map((reason) => writing.report(site.lin, id, reason)),
    );
    await writing.report(site.owner, id, '刷屏');
    expect(await reports()).toEqual([
      [id, site.lin.id, '广告'],
      [id, site.owner.id, '刷屏'],
    ]);
    expect(await notified()).toEqual([['举报等处理', '理由：广告\n「买药加我」', '/admin/reports']]);

    await site.db.updateTable('reports').set({ settledAt: 1 }).execute();
    await writing.report(site.lin, id, '又来了');
    expect((await reports()).filter(([, by]) => by === site.lin.id)).toEqual([[id, site.lin.id, '又来了']]);
    expect(await notified()).toMatchObject([['2 件：举报等处理', expect.stringContaining('又来了'), '/admin/reports']]);
    expect((await writing.act([id], 'remove')).done).toBe(1);
    expect(
      (await site.db.selectFrom('reports').select('settledAt').execute()).every(({ settledAt }) => settledAt),
    ).toBe(true);
  });

  test('is not reported twice by two who click at once', async () => {
    const id = await write('买药加我');
    await Promise.all(
      [...Array.from({ length: 4 }, () => site.lin), site.owner].map((by) => writing.report(by, id, '广告')),
    );
    expect(await reports()).toHaveLength(2);
    expect(await notified()).toHaveLength(1);
  });

  test('is not reported by its author or a visitor, without a reason, or once it is gone', async () => {
    const id = await write('早');
    const own = { id: 'invalid-input', field: 'id', message: writing.refusals.own };
    await expect(writing.report(site.ming, id, '广告')).rejects.toMatchObject(own);
    await expect(writing.report(null, id, '广告')).rejects.toMatchObject({ id: 'signed-out' });
    await expect(writing.report(site.lin, 999, '广告')).rejects.toMatchObject({ id: 'not-found' });
    for (const [reason, message] of [
      ['\u200b ', '请说明理由'],
      ['', '请说明理由'],
      ['长'.repeat(201), '理由不能超过 200 个字'],
    ] as const)
      await expect(writing.report(site.lin, id, reason)).rejects.toMatchObject({ field: 'reason', message });
    await writing.act([id], 'remove');
    await expect(writing.report(site.lin, id, '广告')).rejects.toMatchObject({ id: 'not-found' });
    expect([await reports(), await notified()]).toEqual([[], []]);
  });
});

/** Writings that staff hide and release, and whose pages and open screens follow. */
const published: [name: string, open: (on: typeof site) => Promise<PublishedWriting>][] = [
  ['a comment', commentsOf],
  ['a say', saysOf],
  ['a board message', boardOf],
];

describe.each(published)('%s', (_, open) => {
  let writing: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    writing = await open(site);
  });
  const write = async (text: string) => (await writing.write(site.ming, text)).id;

  test('that staff hid disappears for all but its author until it is released', async () => {
    const id = await write('早');
    expect(await writing.act([id], 'hold')).toEqual({ done: 1, failed: [] });
    expect((await writing.act([id], 'hold')).failed).toEqual([{ id, why: `没有正在显示的${writing.noun}` }]);
    for (const viewer of [null, site.lin]) expect(await writing.seen(viewer)).toEqual([]);
    expect(await writing.seen(site.ming)).toEqual(['早']);
    expect((await writing.list({ state: 'held', author: '明' })).records).toMatchObject([
      { reasons: ['管理员隐藏了它'] },
    ]);
    await writing.act([id], 'release');
    expect(await writing.seen(null)).toEqual(['早']);
    expect((await writing.list({ state: 'held' })).total).toBe(0);
    const { acts: kind, subject } = writing.kind;
    expect((await acts()).map(({ act, subject }) => [act, subject])).toEqual([
      [`${kind}.hold`, `${subject}:${id}`],
      [`${kind}.release`, `${subject}:${id}`],
    ]);
  });

  test('drops the pages that show it when it comes and goes, those that only gain by it a moment later', async () => {
    const dropped = async () => {
      const entries = await outbox('drop-pages');
      await site.db.deleteFrom('outbox').execute();
      return entries.map(({ tags, addedAt }) => [tags.length > 0, addedAt !== undefined]);
    };
    await dropped();
    const id = await write('早');
    expect(await dropped()).toEqual([[true, true]]);
    await writing.act([id], 'hold');
    expect(await dropped()).toEqual([[true, false]]);
    await writing.act([id], 'release');
    expect(await dropped()).toEqual([[true, true]]);
    await writing.act([id], 'remove');
    expect(await dropped()).toEqual([[true, false]]);
  });

  test('is hidden, released and removed on open screens, but not announced where it never showed', async () => {
    await site.change('moderation', { hold: ['加微信'] });
    const [id, held] = [await write('早'), await write('来加微信')];
    await site.db.deleteFrom('outbox').execute();
    const { topic, type } = writing.events;
    const stream = await hear(await site.app.listen({ port: 0, host: '127.0.0.1' }), `?topic=${topic}`);
    await expect.poll(stream.types).toContain('hello');
    for (const act of ['hold', 'release', 'remove'] as const) await writing.act([id], act).then(deliver);
    await writing.act([held], 'remove').then(deliver);
    const last = await write('晚');
    await deliver();
    const eventsOf = (...ids: number[]) => ids.map((id) => ({ topic, id }));
    await expect.poll(() => stream.data(type)).toEqual(eventsOf(id, last));
    // a say is taken from the screens of its author, who sees it while it is held
    expect(stream.data(`${type}-gone`)).toEqual(eventsOf(id, id, ...(writing.table === 'says' ? [held] : [])));
    await stream.leave();
  });
});

/** Writings that their authors change after they were published. */
const edited: [name: string, open: (on: typeof site) => Promise<EditedWriting>][] = [
  ['a comment', commentsOf],
  ['a say', saysOf],
];

describe.each(edited)('%s', (_, open) => {
  let writing: EditedWriting;
  beforeEach(async () => {
    writing = await open(site);
  });
  const write = async (text: string) => (await writing.write(site.ming, text)).id;
  const edit = (id: number, text: string) => writing.edit(site.ming, id, text);
  const reasons = async () =>
    (await site.db.selectFrom(writing.table).select('reasons').orderBy('id').execute()).map(({ reasons }) =>
      JSON.parse(reasons),
    );

  test('that is edited is moderated again: masked, or held and taken from its readers until released', async () => {
    const id = await write('好话');
    await site.change('moderation', { mask: ['傻瓜'], hold: ['加微信'] });
    expect(await edit(id, '傻瓜')).toMatchObject({ held: false });
    expect(await writing.seen(null)).toEqual(['＊＊']);
    await site.db.deleteFrom('outbox').execute();
    expect(await edit(id, '来加微信')).toMatchObject({ held: true });
    expect([await writing.seen(null), await writing.seen(site.ming)]).toEqual([[], ['来加微信']]);
    const { topic, type } = writing.events;
    expect((await outbox('live')).flatMap(({ events }) => events)).toContainEqual({ topic, type: `${type}-gone`, id });
    await writing.act([id], 'release');
    expect(await writing.seen(null)).toEqual(['来加微信']);
  });

  test('that staff hid is not restored by an edit, and one they released stays so until it is changed', async () => {
    const id = await write('早');
    await writing.act([id], 'hold');
    expect(await edit(id, '干净的话')).toMatchObject({ held: true });
    expect([(await reasons())[0], await writing.seen(null)]).toEqual([expect.arrayContaining(['管理员隐藏了它']), []]);
    await writing.act([id], 'release');
    await writing.reviewAll();
    expect(await edit(id, '干净的话')).toMatchObject({ held: false });
    expect(await edit(id, '干净的话，改了')).toMatchObject({ held: true });
  });

  test('is held for a word or a link that only its rendering shows, when written and when edited; the staff’s is not', async () => {
    await site.change('moderation', { hold: ['风筝'], mask: ['傻瓜'], links: 1 });
    const hidden = ['放风&#31581;', '放风[](/a)筝', '再放[风](/a)筝', '你这傻&#29916;'];
    for (const text of [...hidden, '[甲](//a.cn) [乙](http&#58;//b.cn)'])
      expect((await writing.write(site.ming, text)).held, text).toBe(true);
    expect(await reasons()).toEqual([
      ...Array(3).fill(['含有需要审核的词「风筝」']),
      ['含有需要审核的词「傻瓜」'],
      ['链接超过 1 个'],
    ]);
    const { id, held } = await writing.write(site.ming, '风**与**筝，[甲](//a.cn) [乙](/article/1)');
    expect(held).toBe(false);
    expect(await edit(id, '放风&#31581;吧')).toMatchObject({ held: true });
    expect((await writing.write(site.owner, '放风&#31581;')).held).toBe(false);
  });
});
