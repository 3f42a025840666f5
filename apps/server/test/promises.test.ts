import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { saveArticle } from '../src/content/articles/save-article.ts';
import { createSearch } from '../src/platform/search/search.ts';
import { chatIn } from './chat.ts';
import { freshSite } from './fresh-site.ts';
import { callsThatSay } from './read-everything.ts';
import { serve } from './served.ts';
import { tokenOf } from './site.ts';

/** Promises of SECURITY.md that belong to no noun, each shown by a walk over all calls or pages. */

const site = freshSite();

test('a login that comes as a cookie opens no call', { timeout: 120_000 }, async () => {
  await site.turn({ neighbours: true });
  await site.db.updateTable('users').set({ role: 'owner' }).where('id', '=', site.ming.id).execute();
  const token = tokenOf(site.ming);
  const cookie = ['token', 'authorization', 'session', 'Authorization'].map((name) => `${name}=${token}`).join('; ');
  const closed = (await site.calls.list()).filter(({ access }) => access !== 'anyone');
  const answers = await Promise.all(
    closed.map(async ({ method, path }) => {
      const { body } = await site.app.inject({ method, url: path.replace(/:\w+/g, 'github'), headers: { cookie } });
      return { call: `${method} ${path}`, code: JSON.parse(body).code };
    }),
  );
  expect(answers.length).toBeGreaterThan(200);
  expect(answers.filter(({ code }) => code !== 401)).toEqual([]);
});

test('what a locked article hides is in no reply to visitors and to members who did not unlock it', {
  timeout: 120_000,
}, async () => {
  for (const readType of [1, 2, 3, 6])
    await site.writes({
      markdown: '开头。\n\n<!-- more -->\n\n## 芝麻开门\n\n芝麻开门。',
      readType,
      password: 'a hash',
      summary: '开头',
    });
  const walk = { text: '芝麻', rows: 6 };
  for (const viewer of [null, site.ming]) expect(await callsThatSay('芝麻开门', site, viewer, walk)).toEqual([]);
  expect(await callsThatSay('芝麻开门', site, site.lin, walk)).toContain('/v1/article/info');
});

test('of a private chat the staff read what was reported and three lines around it, by no call more', {
  timeout: 180_000,
}, async () => {
  const conversation = chatIn(site);
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '只说给你听', room);
  let reported = 0;
  for (let at = 0; at < 4; at++) reported = (await conversation.say(site.lin, `骂人的第${at}句`, room)).id;
  await site.as(site.ming).chat.report({ body: { id: reported, reason: '骂人' } });
  const staff: Role[] = ['owner', 'admin', 'editor', 'moderator'];
  for (const role of staff) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.owner.id).execute();
    const viewer = { ...site.owner, role };
    const walk = { text: '只说给你听', rows: 8 };
    expect(await callsThatSay('只说给你听', site, viewer, walk), role).toEqual([]);
    if (role === 'owner') expect(await callsThatSay('骂人的第3句', site, viewer, walk)).not.toEqual([]);
  }
  expect(await callsThatSay('只说给你听', site, site.ming, { rows: 8 })).not.toEqual([]);
});

/** Pages that everybody reads, and those that show somebody's own things once their scripts run. */
const paths = [
  '/',
  '/article/1',
  '/say',
  '/message',
  '/archive',
  '/links',
  '/about',
  '/user/1',
  '/user',
  '/notice',
  '/im',
];

test('a page is the same to the byte for a visitor and for whoever is logged in', { timeout: 180_000 }, async () => {
  const served = await serve();
  const login = { authorization: served.memberToken, cookie: `token=${served.memberToken}` };
  const article = {
    authorId: 1,
    title: '雨水',
    markdown: '开头。',
    state: 'published',
    publishedAt: 1,
    updatedAt: 1,
  } as const;
  try {
    await saveArticle({ db: served.db, search: createSearch('sqlite'), siteUrl: served.url }, article);
    for (const path of paths) {
      const before = await served.ask(path);
      const member = await served.ask(path, { headers: login });
      // a page is renewed once its first cover is drawn, which may be between two answers
      const after = await served.ask(path);
      expect(before.status, path).toBe(200);
      const visitor = member.text === before.text ? before : after;
      expect(member.text === visitor.text, path).toBe(true);
      expect([member.headers.etag, member.headers['set-cookie']], path).toEqual([visitor.headers.etag, undefined]);
    }
  } finally {
    await served.db.destroy();
    await served.end();
  }
});
