import type { guestComments } from '@mojian/contract/community/guest-comments';
import type { Call } from '@mojian/contract/platform/endpoint';
import { readTypes } from '@mojian/contract/platform/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { easySolution } from '../../../test/captcha.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import { forgetNetworks } from './guest-comments.ts';

const site = freshSite();

type Input = Call<typeof guestComments.post>['body'];
type From = { address: string };

const home = { address: '115.236.1.1' };
const mine = 'm'.repeat(43);
const others = 'o'.repeat(43);
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes({ title: '下雨不出摊' });
  await allow('open');
});

const allow = (guests: 'off' | 'held' | 'open') => site.change('comments', { guests });
const client = (from: From = home) => site.as(null, from).guestComments;
const post = async (input: Partial<Input> = {}, from = home) => {
  const captcha = 'captcha' in input ? input.captcha : await easySolution(site.db);
  const target = input.sayId ? {} : { articleId };
  const body = { ...target, text: '修伞老人那段我读了两遍。', name: '林深时', browser: mine, ...input };
  return client(from).post({ body: { ...body, ...(captcha !== undefined && { captcha }) } });
};
const endPauses = () => site.db.deleteFrom('limits').execute();
const list = async () => (await site.as(null).comments.list({ query: { articleId } })).records;
const rows = () => site.db.selectFrom('comments').selectAll().execute();
const people = () => site.db.selectFrom('users').selectAll().where('isGuest', '=', 1).execute();
const age = (minutes: number) =>
  site.db
    .updateTable('comments')
    .set({ createdAt: Date.now() - minutes * 60_000 })
    .execute();

test('a visitor comments with a name and a site, which stand beside it with the badge of a guest', async () => {
  const posted = await post({ website: 'friend.example', email: 'lin@example.com' });
  expect(posted).toMatchObject({
    html: expect.stringContaining('<p>修伞老人那段我读了两遍。</p>'),
    place: '浙江',
    held: false,
    mayEdit: true,
    mayDelete: true,
    author: { nickname: '林深时', badge: 'guest', website: 'https://friend.example' },
  });
  const [shown] = await list();
  expect(shown).toMatchObject({ id: posted.id, mayEdit: false, mayDelete: false, text: '' });
  expect(JSON.stringify([posted, shown])).not.toContain('lin@example.com');
  const article = await site.as(null).articles.info({ query: { id: articleId } });
  expect(article.comments).toBe(1);
});

test('a say is commented on, a comment answered, and its author hears of it by the guest’s name', async () => {
  const say = await site.says({ text: '今天落雨' });
  const first = await site.as(site.ming).comments.post({ body: { sayId: say, text: '带伞了吗' } });
  const answer = await post({ sayId: say, replyTo: first.id, text: '没带' });
  expect(answer).toMatchObject({ parentId: first.id });
  const { records } = await site.as(site.ming).notices.list({ query: { type: 1 } });
  expect(records[0]).toMatchObject({ text: '没带' });
  expect(JSON.stringify(records[0])).toContain('林深时');
});

test('where it is off, held, closed, hidden or locked, nothing is stored', async () => {
  const id = async (draft: object) => site.writes({ title: '别的', ...draft });
  const refused = async (input: Partial<Input>, failure: object) => expect(post(input)).rejects.toMatchObject(failure);
  await allow('off');
  expect(await client().terms()).toEqual({ mode: 'off', mails: true });
  await refused({}, { id: 'not-allowed', message: '登录后才能评论' });
  await allow('open');
  await refused({ articleId: await id({ commenting: 'closed' }) }, { id: 'not-allowed', message: '评论已关闭' });
  await refused({ articleId: await id({ commenting: 'hidden' }) }, { id: 'not-found' });
  for (const readType of [readTypes.afterComment, readTypes.signedIn, readTypes.afterCode])
    await refused({ articleId: await id({ readType }) }, { id: 'not-allowed', message: '登录后才能评论这一篇' });
  await refused({ articleId: 9999 }, { id: 'not-found' });
  const own = await site.says({ text: '只给自己', isPublic: false });
  await refused({ sayId: own }, { id: 'not-found' });
  await site.change('features', { comments: 'closed' });
  await refused({}, { message: '评论已关闭' });
  await site.change('features', { comments: 'hidden' });
  await refused({}, { id: 'feature-off' });
  await site.change('features', { comments: 'open' });
  const captcha = await easySolution(site.db);
  const signedIn = site.as(site.ming).guestComments.post({
    body: { articleId, text: '我', name: '阿明', browser: mine, captcha },
  });
  await expect(signedIn).rejects.toMatchObject({ id: 'not-allowed' });
  expect([await rows(), await people()]).toEqual([[], []]);
});

test('bad input is refused by the field it stands in, and leaves nothing behind', async () => {
  const refusals: [Partial<Input>, string][] = [
    [{ name: '' }, 'name'],
    [{ name: '\u3164\u2800\u200b' }, 'name'],
    [{ name: '。。。' }, 'name'],
    [{ name: '127.0.0.1' }, 'name'],
    [{ name: '长'.repeat(31) }, 'name'],
    [{ name: '代开发票的' }, 'name'],
    [{ text: ' \u200b' }, 'text'],
    [{ text: '字'.repeat(5001) }, 'text'],
    [{ text: '@阿明 你看' }, 'text'],
    [{ text: '你看 @没有这个人' }, 'text'],
    [{ email: 'lin@' }, 'email'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ pictures: ['/files/a.webp'] as never }, 'pictures'],
    [{ replyTo: 9999 }, 'replyTo'],
    [{ browser: 'short' }, 'browser'],
  ];
  await site.change('moderation', { hold: ['发票'] });
  for (const [input, field] of refusals)
    await expect(post(input), JSON.stringify(input).slice(0, 60)).rejects.toMatchObject({ field });
  expect([await rows(), await people()]).toEqual([[], []]);
  await post({ text: '写信到 lin@example.com 就好' });
});

test('a name like a member’s, the site’s or a title’s is marked; a member is never named', async () => {
  await site.change('identity', { name: '砚边' });
  for (const [n, name] of ['阿明', '阿 明~', '砚边', '站长', 'аdmin'].entries()) {
    await endPauses();
    const { author } = await post({ name, text: `我是 ${name}`, browser: String(n).repeat(43) });
    expect(author.nickname).toBe(`${name}（访客）`);
    expect(author.badge).toBe('guest');
    expect(author.id).not.toBe(site.ming.id);
  }
});

test('the mailbox of a member is answered as any other, and tells only who proves it', async () => {
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: 'a long enough one' });
  const member = await post({ email: 'ming@example.com', notify: true });
  await endPauses();
  const stranger = await post(
    { email: 'else@example.com', notify: true, name: '路过', text: '另一句' },
    { address: '8.8.8.8' },
  );
  const shape = ({ html, text, id, author, createdAt, place, ...rest }: typeof member) => rest;
  expect(shape(member)).toEqual(shape(stranger));
  expect(member.author.id).not.toBe(site.ming.id);
  expect((await site.as(site.ming).comments.mine({ query: {} })).records).toEqual([]);
  expect(await site.as(site.ming).guests.claimable()).toEqual({ count: 1, names: ['林深时'] });
  await site.as(site.ming).guests.claim({ body: { code: await site.codeFor('ming@example.com') } });
  const claimed = (await list()).find(({ id }) => id === member.id);
  expect(claimed?.author).toMatchObject({ nickname: '阿明', badge: null });
  await expect(client().withdraw({ body: { id: member.id, browser: mine } })).rejects.toMatchObject({
    id: 'not-found',
  });
});

test('an imported guest and one who writes now are one by their mailbox; namesakes without one are not', async () => {
  const imported = await site.db
    .transaction()
    .execute((trx) => findOrAddGuest(trx, { name: '林深时', email: 'lin@example.com', website: '', createdAt: 1 }));
  expect((await post({ email: 'Lin@Example.com' })).author.id).toBe(imported);
  await endPauses();
  const one = await post({ text: '没有邮箱' });
  await endPauses();
  const other = await post({ text: '也没有', browser: others });
  await endPauses();
  const again = await post({ text: '还是我' });
  expect(new Set([imported, one.author.id, other.author.id]).size).toBe(3);
  expect(again.author.id).toBe(one.author.id);
});

describe('proof of work', () => {
  test('a missing, wrong or used proof is refused, and a refused comment keeps its proof', async () => {
    for (const captcha of [undefined as never, '', 'x', 'bnVsbA=='])
      await expect(post({ captcha })).rejects.toMatchObject({ id: 'captcha-needed' });
    const captcha = await easySolution(site.db);
    await expect(post({ captcha, name: '' })).rejects.toMatchObject({ field: 'name' });
    await post({ captcha });
    await endPauses();
    await expect(post({ captcha, text: '再来一句' })).rejects.toMatchObject({ id: 'captcha-needed' });
    expect(await rows()).toHaveLength(1);
  });

  test('the same key sends once, though its proof is used', async () => {
    const first = await post({ key: 'once' });
    const again = await post({ key: 'once' });
    expect(again.id).toBe(first.id);
    await endPauses();
    expect((await post({ key: 'once', browser: others, text: '别人的' })).id).not.toBe(first.id);
  });
});

test('an address pauses between comments, and an hour and the whole site have their bounds', async () => {
  await post();
  await expect(post({ text: '紧接着' })).rejects.toMatchObject({ id: 'too-many-requests', retryAfter: 30 });
  await post({ text: '别处来的', browser: others }, { address: '8.8.8.8' });
  const at = (n: number) => ({ address: `9.9.${Math.floor(n / 250)}.${(n % 250) + 1}` });
  const states: boolean[] = [];
  for (let n = 0; n < 40; n++) states.push((await post({ text: `第 ${n} 句话` }, at(n))).held);
  expect(
    states.filter((held) => !held),
    'of forty from as many addresses the first are shown',
  ).toHaveLength(28);
  const held = await site.office(site.owner).comments.list({ query: { state: 'held' } });
  expect(held.records[0]?.reasons).toEqual(['短时间里访客的评论很多']);
  await site.db.updateTable('limits').set({ hits: 200 }).where('name', '=', 'guest comments').execute();
  await expect(post({ text: '太多了' }, at(99))).rejects.toMatchObject({ id: 'too-many-requests' });
});

test('twenty at once from one address are one comment', async () => {
  const proofs = await Promise.all(Array.from({ length: 20 }, () => easySolution(site.db)));
  const sent = await Promise.allSettled(proofs.map((captcha, n) => post({ captcha, text: `一起 ${n}` })));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

describe('review', () => {
  test('held ones are seen by their browser only, until the staff release them', async () => {
    await allow('held');
    const posted = await post();
    expect(posted).toMatchObject({ held: true, reasons: [] });
    expect(await list()).toEqual([]);
    expect(await client().own({ body: { articleId, browser: mine } })).toMatchObject([{ id: posted.id, held: true }]);
    expect(await client().own({ body: { articleId, browser: others } })).toEqual([]);
    const { records } = await site.office(site.owner).comments.list({ query: { state: 'held' } });
    expect(records).toMatchObject([{ author: { nickname: '林深时', guest: true }, reasons: ['访客的话先审核'] }]);
    await site.office(site.owner).comments.act({ body: { ids: [posted.id], act: 'release' } });
    expect(await list()).toMatchObject([{ id: posted.id, held: false }]);
  });

  test('words, links and repetition are held though visitors are free to write', async () => {
    await site.change('moderation', { hold: ['返利'], links: 0 });
    const held = async (text: string, from = home) => {
      await site.db.deleteFrom('limits').where('name', 'like', 'guest%').execute();
      return (await post({ text }, from)).held;
    };
    expect(await held('加我返利')).toBe(true);
    expect(await held('看 https://spam.example')).toBe(true);
    expect(await held('不错')).toBe(false);
    expect(await held('不错！')).toBe(true);
    expect(await held('不错', { address: '8.8.8.8' })).toBe(false);
  });

  test('the third of one long text is held wherever it comes from, and edits to what was said are, too', async () => {
    const heldAt = async (address: string, input: Partial<Input> = {}) =>
      (
        await post(
          { text: '低价代开发票，量大从优', browser: address.padEnd(43, '_').replaceAll('.', '-'), ...input },
          { address },
        )
      ).held;
    expect(await heldAt('8.8.8.8')).toBe(false);
    expect(await heldAt('9.9.9.9')).toBe(false);
    expect(await heldAt('9.9.9.8', { text: '低价，代开发票！量大从优' })).toBe(true);
    for (const address of ['8.8.4.4', '8.8.5.5', '8.8.6.6'])
      expect(await heldAt(address, { text: '沙发沙发' }), 'short ones are natural').toBe(false);
    const { id } = await post({ text: '写得真好' }, { address: '9.9.9.7' });
    const body = { id, text: '低价代开发票，量大从优。', browser: mine };
    expect((await client({ address: '9.9.9.7' }).edit({ body })).held).toBe(true);
  });

  test('a name that is an address waits for the staff', async () => {
    for (const [n, name] of ['www.spam.com', '低价发票 spam.top', 'https://spam.example'].entries()) {
      const posted = await post({ name, text: `第 ${n} 句` }, { address: `8.8.8.${n + 1}` });
      expect(posted.held, name).toBe(true);
    }
    expect((await post({ name: 'Mr. Lin', text: '有点的名字' }, { address: '8.8.9.9' })).held).toBe(false);
    const { records } = await site.office(site.owner).comments.list({ query: { state: 'held' } });
    expect(records[0]?.reasons).toEqual(['昵称里有网址']);
  });

  test('by the site’s mode a browser’s first one is held, or each', async () => {
    await site.change('features', { comments: 'first' });
    const first = await post();
    expect(first.held).toBe(true);
    await site.office(site.owner).comments.act({ body: { ids: [first.id], act: 'release' } });
    const edited = { id: first.id, text: '放行之后改成别的', browser: mine };
    expect((await client().edit({ body: edited })).held, 'the released one does not speak for its edit').toBe(true);
    await site.office(site.owner).comments.act({ body: { ids: [first.id], act: 'release' } });
    await endPauses();
    expect((await post({ text: '第二句' })).held).toBe(false);
    await endPauses();
    expect((await post({ text: '别的浏览器', browser: others })).held).toBe(true);
    await site.change('features', { comments: 'review' });
    await endPauses();
    expect((await post({ text: '第三句' })).held).toBe(true);
  });
});

describe('editing and taking back', () => {
  const edit = (id: number, text: string, browser = mine) => client().edit({ body: { id, text, browser } });
  const withdraw = (id: number, browser = mine) => client().withdraw({ body: { id, browser } });

  test('are for the browser that wrote, for a quarter of an hour', async () => {
    const { id } = await post();
    expect(await edit(id, '改过的')).toMatchObject({
      html: expect.stringContaining('<p>改过的</p>'),
      author: { badge: 'guest' },
    });
    for (const act of [() => edit(id, '别人改', others), () => withdraw(id, others)])
      await expect(act()).rejects.toMatchObject({ id: 'not-found', message: '这个浏览器没有写过这条评论' });
    await expect(edit(id, '@阿明')).rejects.toMatchObject({ field: 'text' });
    await age(16);
    await expect(edit(id, '晚了')).rejects.toMatchObject({ id: 'not-allowed' });
    await expect(withdraw(id)).rejects.toMatchObject({ id: 'not-allowed' });
    expect(await client().own({ body: { articleId, browser: mine } })).toEqual([]);
    await age(14);
    await withdraw(id);
    expect(await list()).toEqual([]);
    await expect(withdraw(id)).rejects.toMatchObject({ id: 'not-found' });
  });

  test('an edit is reviewed as a new one, and a member’s comment has no key', async () => {
    const { id } = await post();
    await allow('held');
    expect((await edit(id, '改成广告')).held).toBe(true);
    expect(await list()).toEqual([]);
    const { id: members } = await site.as(site.ming).comments.post({ body: { articleId, text: '我的' } });
    await expect(edit(members, '不是我的')).rejects.toMatchObject({ id: 'not-found' });
    await allow('off');
    await expect(edit(id, '关了')).rejects.toMatchObject({ id: 'not-allowed' });
  });
});

test('only hashes of secrets are stored, and the network for thirty days', async () => {
  await post({ email: 'lin@example.com' });
  const stored = JSON.stringify(
    await Promise.all([
      site.db.selectFrom('guestComments').selectAll().execute(),
      people(),
      rows(),
      site.db.selectFrom('outbox').selectAll().execute(),
    ]),
  );
  for (const secret of [mine, 'lin@example.com', home.address]) expect(stored).not.toContain(secret);
  const network = async () => (await site.db.selectFrom('guestComments').select('network').executeTakeFirst())?.network;
  expect(await network()).toBe('115.236.1.0/24');
  await forgetNetworks(site.db, Date.now() + 29 * 86_400_000);
  expect(await network()).toBe('115.236.1.0/24');
  await forgetNetworks(site.db, Date.now() + 31 * 86_400_000);
  expect(await network()).toBe('');
});
