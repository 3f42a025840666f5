import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite } from '../../../test/site.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { releaseComment } from '../comments/moderate-comments.ts';
import { dropQuietThreads, mailReplies, scheduleReplyMail, sendReplyMail } from './reply-mails.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let server: Awaited<ReturnType<typeof startSmtp>>;
let articleId: number;
let refusing: boolean;
let toClose: (() => Promise<unknown>)[];

beforeEach(async () => {
  toClose = [];
  refusing = false;
  site = await testSite();
  server = await startSmtp({
    onMailFrom: (_from, _session, done) =>
      done(refusing ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  toClose.push(site.close, server.close);
  articleId = await site.writes();
  await wants(site.lin, 'lin@example.cn');
});
afterEach(async () => {
  for (const close of toClose.reverse()) await close();
});

type Member = typeof site.ming;

const minute = 60_000;
const hour = 60 * minute;

const wants = (who: Member, email: string | null, mailOnReply = 1) =>
  site.db.updateTable('users').set({ email, mailOnReply }).where('id', '=', who.id).execute();
const comments = async (
  who: Member,
  text: string,
  more: { replyTo?: number; articleId?: number; sayId?: number } = {},
) =>
  (
    await site.as(who).comments.post({
      body: { text, ...(more.sayId || more.articleId ? {} : { articleId }), ...more } as never,
    })
  ).id;
const mails = () => server.letters;
const waiting = async () =>
  (await site.db.selectFrom('outbox').select('id').where('kind', '=', mailReplies).execute()).length;

/** A mailer as the running site has one. */
function newMailer() {
  const mailer = openMailer({
    db: site.db,
    smtpUrl: `smtp://127.0.0.1:${server.port}?from=letters@mojian.example`,
    site: async () => ({ name: '墨笺', url: site.siteUrl }),
    warn: () => {},
  });
  toClose.push(mailer.close);
  return mailer;
}

/** Runs the effects due within so many milliseconds, as another process would. */
async function pass(milliseconds: number) {
  const now = () => Date.now() + milliseconds;
  const nothing = async () => {};
  const { send } = newMailer();
  const mail = (thread: { userId: number; thread: string }) =>
    sendReplyMail({ db: site.db, siteUrl: site.siteUrl, send, now }, thread);
  const effects = { [mailReplies]: mail, live: nothing, 'drop-pages': nothing };
  await new Outbox({ db: site.db, now, effects }).run();
}

test('a subscribed member gets a mail with author, text, link to the comment, reason and unsubscribe link', async () => {
  const id = await comments(site.ming, '雨停了 <b>吗</b> & "好"？');
  await pass(1 * minute);
  expect(mails()).toEqual([]);

  await pass(3 * minute);
  expect(mails()).toMatchObject([
    {
      from: 'letters@mojian.example',
      to: ['lin@example.cn'],
      sender: '墨笺 <letters@mojian.example>',
      subject: '阿明 评论了你的文章《春天》',
    },
  ]);
  const [{ text, html, headers } = { text: '', html: '', headers: new Map() }] = mails();
  const way = `${site.siteUrl}/article/${articleId}#comment-${id}`;
  expect(html).toContain(`href="${way}"`);
  expect(html).toContain('雨停了');
  expect(html).not.toContain('<b>吗</b>');
  expect(html).toContain('&quot;好&quot;');
  for (const words of ['小林，你好：', '阿明', way, '有人回复时发邮件给我', '一小时里至多写一封'])
    expect(text).toContain(words);
  const [, address] = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
  expect(address).toMatch(/^https:\/\/mojian\.example\/unsubscribe\/\d+\.[0-9a-z]+\.[\w-]{43}$/);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  for (const part of [text, html]) expect(part).toContain(address);
  expect(await waiting()).toBe(0);
});

test('a reply, a mention and a comment on a say have different texts', async () => {
  await wants(site.lin, null);
  await wants(site.ming, 'ming@example.cn');
  const first = await comments(site.ming, '我先说');
  await comments(site.lin, '我来答', { replyTo: first });
  await comments(site.owner, '@阿明 看这里', { articleId: await site.writes({ title: '秋天' }) });
  await wants(site.owner, 'owner@example.cn');
  await comments(site.ming, '好雨', { sayId: await site.says({ authorId: site.owner.id, text: '下雨了' }) });
  await pass(3 * minute);
  expect(
    mails()
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['小林 在《春天》里回复了你', '站长 在《秋天》里提到了你', '阿明 评论了你的说说「下雨了」']);
});

test('a thread sends one mail an hour, and the next lists all comments since', async () => {
  await comments(site.ming, '一');
  await pass(3 * minute);
  for (const text of ['二', '三', '四', '五']) await comments(site.ming, text);
  await pass(59 * minute);
  expect(mails()).toHaveLength(1);

  await pass(65 * minute);
  expect(mails()).toHaveLength(2);
  const [, { subject, text } = { subject: '', text: '' }] = mails();
  expect(subject).toBe('《春天》里有 4 条给你的新评论');
  for (const said of ['五', '四', '三', '还有 1 条']) expect(text).toContain(said);
  expect(text).not.toContain('> 二');
  await pass(10 * hour);
  expect(mails()).toHaveLength(2);
});

test('each thread has its own mail', async () => {
  await comments(site.ming, '一');
  await comments(site.ming, '二', { articleId: await site.writes({ title: '秋天' }) });
  await pass(3 * minute);
  expect(mails().map(({ subject }) => subject)).toHaveLength(2);
});

test('a comment read, withdrawn or removed before sending is left out of the mail', async () => {
  const { notices } = site.as(site.lin);
  await comments(site.ming, '会看见的');
  await notices.read({ body: {} });
  await pass(3 * minute);
  const id = await comments(site.ming, '会删掉的', { articleId: await site.writes() });
  await site.as(site.ming).comments.remove({ query: { id } });
  await comments(site.ming, '通知会删掉', { articleId: await site.writes() });
  await notices.remove({ query: { type: 1 } });
  await pass(3 * minute);
  expect(mails()).toEqual([]);
  expect(await waiting()).toBe(0);

  await comments(site.ming, '这一条没看');
  await pass(3 * minute);
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.text).not.toContain('会看见的');
});

test('no mail leads to a say or an article that its member may not read any more', async () => {
  const own = await site.says({ authorId: site.ming.id });
  const question = await comments(site.lin, '在吗', { sayId: own });
  await comments(site.ming, '在的', { sayId: own, replyTo: question });
  await comments(site.ming, '好文章');
  await site.db.updateTable('says').set({ isPublic: 0 }).where('id', '=', own).execute();
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', articleId).execute();
  await pass(3 * minute);
  expect([mails().length, await waiting()]).toEqual([0, 0]);

  const mine = await site.says({ isPublic: false });
  await site.db.updateTable('says').set({ isPublic: 1 }).where('id', '=', mine).execute();
  await comments(site.ming, '真好', { sayId: mine });
  await site.db.updateTable('says').set({ isPublic: 0 }).where('id', '=', mine).execute();
  await pass(3 * minute);
  expect(mails()).toHaveLength(1);
});

test('no mail goes to the author, to unsubscribed members, or to those without mailbox or account', async () => {
  await comments(site.lin, '自言自语');
  await wants(site.lin, 'lin@example.cn', 0);
  await comments(site.ming, '一');
  await wants(site.lin, null);
  await comments(site.ming, '二');
  await wants(site.lin, 'lin@example.cn');
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() + hour })
    .where('id', '=', site.lin.id)
    .execute();
  await comments(site.ming, '三');
  expect(await waiting()).toBe(0);
  await site.db.updateTable('users').set({ closesAt: null }).where('id', '=', site.lin.id).execute();

  await comments(site.ming, '四');
  await wants(site.lin, 'lin@example.cn', 0);
  await pass(3 * minute);
  expect(mails()).toEqual([]);
  expect(await site.db.selectFrom('mailNotices').selectAll().execute()).toEqual([]);
});

test('a held comment is mailed once it is released', async () => {
  await site.turn({ comments: 'review' });
  const id = await comments(site.ming, '等一等');
  await pass(3 * minute);
  expect(mails()).toEqual([]);
  await releaseComment(site.db, id);
  await pass(3 * minute);
  expect(mails()).toHaveLength(1);
});

test('fifty concurrent comments make one mail, which two processes send once', async () => {
  const before = await waiting();
  await Promise.all(Array.from({ length: 50 }, (_, n) => notice(n)));
  expect((await waiting()) - before).toBe(1);
  await Promise.all([pass(3 * minute), pass(3 * minute)]);
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.subject).toContain('50 条');
});

/** As a comment makes it, without its limits. */
async function notice(n: number) {
  const { notify } = await import('../../core/notices/notify.ts');
  await site.db.transaction().execute(async (trx) => {
    const reported = { title: '春天', text: `第 ${n} 句`, link: `/article/${articleId}#comment-${n}` };
    const about = { userId: site.lin.id, kind: 1, actorId: site.ming.id, subject: `comment:${1000 + n}` } as const;
    const noticeId = await notify(trx, { ...about, ...reported, reason: 'own' });
    await scheduleReplyMail(trx, { userId: site.lin.id, thread: `article:${articleId}`, noticeId: noticeId ?? 0 });
  });
}

test('a comment that arrives during composing is in the next mail', async () => {
  await notice(1);
  const sent: string[] = [];
  const now = () => Date.now() + 3 * minute;
  const send = async ({ subject }: { subject: string }) => {
    await notice(2);
    sent.push(subject);
  };
  await sendReplyMail(
    { db: site.db, siteUrl: site.siteUrl, send, now },
    { userId: site.lin.id, thread: `article:${articleId}` },
  );
  expect(sent).toHaveLength(1);
  await pass(2 * hour);
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.text).toContain('第 2 句');
  expect(mails()[0]?.text).not.toContain('第 1 句');
});

test('a notice created while the last mail of its thread completes is not lost', async () => {
  await notice(1);
  await atOnce(
    site,
    async (trx) => {
      await trx.updateTable('mailThreads').set({ waitingSince: null, sentAt: 0 }).execute();
      await trx.deleteFrom('mailNotices').execute();
      await trx.deleteFrom('outbox').where('kind', '=', mailReplies).execute();
    },
    () => notice(2),
  );
  await pass(3 * minute);
  expect(mails()).toHaveLength(1);
});

test('an unreachable mail server is retried, and comments read meanwhile are left out', async () => {
  refusing = true;
  await comments(site.ming, '一');
  await comments(site.ming, '二');
  await pass(3 * minute);
  expect(await waiting()).toBe(1);
  refusing = false;
  const [newest] = (await site.as(site.lin).notices.list({ query: { type: 1 } })).records;
  await site.as(site.lin).notices.read({ body: { id: newest?.id ?? 0 } });
  await pass(10 * minute);
  expect(mails()).toHaveLength(1);
  expect(mails()[0]?.subject).toBe('阿明 评论了你的文章《春天》');
});

test('a crash while sending causes no duplicate; an abandoned mail does not silence its thread', async () => {
  await notice(1);
  const thread = { userId: site.lin.id, thread: `article:${articleId}` };
  const now = () => Date.now() + 3 * minute;
  const dying = sendReplyMail({ db: site.db, siteUrl: site.siteUrl, send: () => new Promise(() => {}), now }, thread);
  dying.catch(() => {});
  const sentAt = async () => (await site.db.selectFrom('mailThreads').select('sentAt').executeTakeFirst())?.sentAt;
  await expect.poll(sentAt).toBeGreaterThan(0);
  await pass(4 * minute);
  expect(mails()).toEqual([]);
  await pass(70 * minute);
  expect(mails()).toHaveLength(1);

  await site.db
    .updateTable('mailThreads')
    .set({ waitingSince: Date.now() - 25 * hour, sentAt: 0 })
    .execute();
  await notice(2);
  await pass(3 * minute);
  expect(mails()).toHaveLength(2);
});

test('idle threads are deleted', async () => {
  await notice(1);
  await dropQuietThreads(site.db);
  expect(await site.db.selectFrom('mailThreads').selectAll().execute()).toHaveLength(1);
  await pass(3 * minute);
  await dropQuietThreads(site.db);
  expect(await site.db.selectFrom('mailThreads').selectAll().execute()).toHaveLength(1);
  await dropQuietThreads(site.db, Date.now() + 2 * hour);
  for (const table of ['mailThreads', 'mailNotices'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('setting the clock back by a day neither delays nor repeats a mail', async () => {
  await comments(site.ming, '一');
  await pass(24 * 60 * minute); // sent by a clock a day ahead
  expect(mails()).toHaveLength(1);
  await comments(site.ming, '二');
  await pass(59 * minute);
  expect(mails()).toHaveLength(1);
  await pass(61 * minute);
  await pass(61 * minute);
  expect(mails()).toHaveLength(2);
});
