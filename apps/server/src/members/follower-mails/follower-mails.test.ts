import type { ArticleContent } from '@mojian/contract/content/article-content';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { announceEffects, mailFollowersEffect } from '../../content/announce/announce.ts';
import { publishDue } from '../../content/drafts/due.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { sendMail } from '../../platform/mail/mails.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { dropOldMails, mailNextFollowers } from './follower-mails.ts';

const site = freshSite();
const hour = 3_600_000;
let server: Awaited<ReturnType<typeof startSmtp>>;
let toClose: (() => Promise<unknown>)[];
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  server = await startSmtp();
  await site.change('writing', { members: true, publish: true });
  toClose = [server.close];
  await follows(site.ming, 'ming@example.cn');
});
afterEach(async () => {
  for (const close of toClose.reverse()) await close();
});

type Member = typeof site.ming;

async function follows(who: Member, email: string | null, mailOnArticle = true) {
  await site.as(who).follows.follow({ query: { userId: site.lin.id } });
  await site.db.updateTable('users').set({ email }).where('id', '=', who.id).execute();
  await site.as(who).accounts.changePreferences({ body: { mailOnArticle } });
}
const mails = () => server.letters.map(({ to, subject }) => `${to} ${subject}`);

/** Runs what is due, as a process of the site does. */
function outbox() {
  const mailer = openMailer({
    db: site.db,
    smtpUrl: `smtp://127.0.0.1:${server.port}?from=letters@mojian.example`,
    site: async () => ({ name: '墨笺', url: site.siteUrl }),
    warn: () => {},
  });
  toClose.push(mailer.close);
  const now = () => Date.now() + ahead;
  const deps = { db: site.db, siteUrl: site.siteUrl, smtpUrl: 'smtp://127.0.0.1:1', now };
  const nothing = async () => {};
  const effects = {
    ...announceEffects({ db: site.db, siteUrl: site.siteUrl, warn: () => {} }),
    [mailFollowersEffect]: (step: { articleId: number; after: number }) => mailNextFollowers(deps, step),
    [sendMail]: mailer.send,
    live: nothing,
    'drop-pages': nothing,
    'choose-covers': nothing,
    'draw-cover': nothing,
    'choose-related': nothing,
    'drop-openings': nothing,
  };
  return new Outbox({ db: site.db, now, effects });
}
const send = () => outbox().run();

let keys = 0;

async function publish(content: Partial<ArticleContent> = {}, more: { publishAt?: string } = {}) {
  const { drafts } = site.as(site.lin);
  const written = { title: '雨水', markdown: '正文在这里。', ...content };
  const { id, version } = await drafts.create({ body: { key: `browser-${++keys}`, content: written } });
  await drafts.submit({ body: { id, version, ...more } });
  return id;
}

const preferences = () => site.as(null).sessions.byToken({ query: { token: `token-${site.ming.id}` } });

test('a follower who ticked it gets one mail with author, title, summary, address and a way to leave', async () => {
  const id = await publish({ summary: '雨下了 <b>三天</b>。' });
  await send();
  expect(mails()).toEqual(['ming@example.cn 小林 写了《雨水》']);
  const [{ text, html, headers } = { text: '', html: '', headers: new Map<string, string>() }] = server.letters;
  for (const words of ['阿明，你好：', '小林', `${site.siteUrl}/article/${id}`, '有新文章写信给我'])
    expect(text).toContain(words);
  expect(html).not.toContain('<b>三天</b>');
  const [, address = ''] = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(text).toContain(address);

  const path = new URL(address).pathname;
  expect((await site.app.inject(path)).body).toContain('退订新文章的信');
  expect((await preferences()).mailOnArticle).toBe(true);
  const left = await site.app.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([left.statusCode, left.body.includes('已退订')]).toEqual([200, true]);
  expect((await preferences()).mailOnArticle).toBe(false);
  await publish({ title: '惊蛰' });
  await send();
  expect(mails()).toHaveLength(1);
});

test('the way out of one kind of mail does not leave the other', async () => {
  await site.as(site.ming).accounts.changePreferences({ body: { mailOnReply: true } });
  await publish();
  await send();
  const [, address = ''] = /^<(.+)>$/.exec(server.letters[0]?.headers.get('list-unsubscribe') ?? '') ?? [];
  await site.app.inject({ method: 'POST', url: new URL(address).pathname, payload: '' });
  expect(await preferences()).toMatchObject({ mailOnArticle: false, mailOnReply: true });
});

test('nobody is written to who did not ask, does not follow, closes the account, is disabled, or is apart by a block', async () => {
  const change = (values: object) => site.db.updateTable('users').set(values).where('id', '=', site.ming.id).execute();
  const refused: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['not ticked', () => change({ mailOnArticle: 0 }), () => change({ mailOnArticle: 1 })],
    ['no mailbox', () => change({ email: null }), () => change({ email: 'ming@example.cn' })],
    ['closing', () => change({ closesAt: Date.now() + hour }), () => change({ closesAt: null })],
    ['disabled', () => change({ disabledAt: 1 }), () => change({ disabledAt: null })],
    [
      'blocks the author',
      () =>
        site.db.insertInto('blocks').values({ userId: site.ming.id, blockedId: site.lin.id, createdAt: 0 }).execute(),
      () => site.db.deleteFrom('blocks').execute(),
    ],
    [
      'blocked by the author',
      () =>
        site.db.insertInto('blocks').values({ userId: site.lin.id, blockedId: site.ming.id, createdAt: 0 }).execute(),
      () => site.db.deleteFrom('blocks').execute(),
    ],
    ['follows no more', () => site.db.deleteFrom('follows').execute(), () => follows(site.ming, 'ming@example.cn')],
  ];
  for (const [name, begin, end] of refused) {
    await begin();
    await publish({ title: name });
    await send();
    expect(mails(), name).toEqual([]);
    await end();
  }
  await publish({ title: '好了' });
  await send();
  expect(mails()).toEqual(['ming@example.cn 小林 写了《好了》']);
});

test('an article is mailed once, however often it is edited, withdrawn and published again', async () => {
  const id = await publish();
  await send();
  const drafts = site.as(site.lin).drafts;
  for (const title of ['雨水（改）', '雨水（再改）']) {
    const { version, content } = await drafts.mine({ query: { id } });
    const saved = await drafts.save({ body: { id, version, content: { ...content, title } } });
    await drafts.submit({ body: { id, version: saved.version } });
    await send();
    await drafts.withdraw({ body: { id } });
    const withdrawn = await drafts.mine({ query: { id } });
    await drafts.submit({ body: { id, version: withdrawn.version } });
    await send();
  }
  expect(mails()).toEqual(['ming@example.cn 小林 写了《雨水》']);
});

test('of a locked article the mail has the title and what lists show; a private one is not mailed', async () => {
  await publish({
    title: '给会员的',
    markdown: '能看的开头。\n\n<!-- more -->\n\n锁着的秘密在后面，谁也不许说出去。',
    readType: 4,
  });
  await publish({ title: '只有自己', markdown: '更深的秘密。', readType: 5 });
  await send();
  expect(mails()).toEqual(['ming@example.cn 小林 写了《给会员的》']);
  for (const { text, html } of server.letters) expect(text + html).not.toContain('秘密');
});

test('a scheduled article is mailed when it appears', async () => {
  const id = await publish({ title: '定时' }, { publishAt: new Date(Date.now() + hour).toISOString() });
  await send();
  expect(mails()).toEqual([]);
  await site.db
    .updateTable('articles')
    .set({ publishedAt: Date.now() - 1000 })
    .where('id', '=', id)
    .execute();
  await publishDue(site);
  await send();
  expect(mails()).toEqual(['ming@example.cn 小林 写了《定时》']);
});

test('the hour’s quota holds for all articles together, and the rest waits for the next hour', async () => {
  await site.change('mail', { followersHourly: 25 });
  const ids = await site.db
    .insertInto('users')
    .values(
      Array.from({ length: 40 }, (_, index) => ({
        nickname: `路人${index}`,
        nicknameKey: `p${index}`,
        role: 'member' as const,
        email: `p${index}@example.cn`,
        mailOnArticle: 1,
        passwordHash: null,
        createdAt: 0,
      })),
    )
    .returning('id')
    .execute();
  await site.db
    .insertInto('follows')
    .values(ids.map(({ id }) => ({ followerId: id, followedId: site.lin.id, createdAt: 0 })))
    .execute();
  await publish({ title: '一' });
  await publish({ title: '二' });
  const counts = [];
  for (let hours = 0; hours < 5; hours++) {
    await send();
    counts.push(server.letters.length);
    ahead += hour + 1000;
  }
  expect(counts).toEqual([25, 50, 75, 82, 82]);
  expect(new Set(mails()).size).toBe(82);
});

test('several processes send each mail once, and a step run twice sends none again', async () => {
  const id = await publish();
  await Promise.all([send(), send(), send()]);
  await mailNextFollowers(
    { db: site.db, siteUrl: site.siteUrl, smtpUrl: 'smtp://127.0.0.1:1' },
    { articleId: id, after: 0 },
  );
  await send();
  expect(mails()).toHaveLength(1);
  await dropOldMails(site.db, Date.now() + 61 * 24 * hour);
  expect(await site.db.selectFrom('followerMails').selectAll().execute()).toEqual([]);
});

test('none is written while the owner allows none, or the site cannot send', async () => {
  await site.change('mail', { followersHourly: 0 });
  const id = await publish();
  await send();
  await site.change('mail', { followersHourly: 50 });
  await mailNextFollowers({ db: site.db, siteUrl: site.siteUrl }, { articleId: id, after: 0 });
  await send();
  expect(mails()).toEqual([]);
});
