import { expect, test } from 'vitest';
import { chatIn } from './chat.ts';
import { freshSite } from './fresh-site.ts';
import { callsThatSay } from './read-everything.ts';

const site = freshSite();

/** Stands in everything that is held, pending, locked, private, removed or meant for one reader. */
const secret = '演示不得见';

async function hideEverywhere() {
  const authorId = site.lin.id;
  for (const state of ['draft', 'private', 'pending', 'withdrawn', 'refused', 'scheduled'] as const)
    await site.writes({ title: secret, markdown: secret, state, publishedAt: Date.now() + 1e9 });
  await site.writes({ title: '锁着', markdown: `开头。\n\n${secret}`, summary: '开头', readType: 3 });
  const articleId = await site.writes({ title: '公开', markdown: '雨。' });
  const content = JSON.stringify({ title: secret, markdown: secret, category: secret });
  const draft = { articleId, title: secret, savedAt: 1, submittedAt: 1, content };
  await site.db.insertInto('drafts').values(draft).execute();
  const held = { text: secret, html: secret, state: 'held', reasons: JSON.stringify([secret]), createdAt: 1 } as const;
  await site.db
    .insertInto('comments')
    .values({ ...held, articleId, authorId })
    .execute();
  await site.db
    .insertInto('comments')
    .values({ ...held, articleId, authorId, state: 'shown', removedAt: 1 })
    .execute();
  await site.db
    .insertInto('says')
    .values({ ...held, authorId })
    .execute();
  await site.db
    .insertInto('says')
    .values({ ...held, authorId, state: 'shown', isPublic: 0 })
    .execute();
  const message = { text: secret, state: 'held', reasons: JSON.stringify([secret]), createdAt: 1 } as const;
  await site.db
    .insertInto('boardMessages')
    .values({ ...message, nickname: '客' })
    .execute();
  const conversation = chatIn(site);
  const { id } = await conversation.say(site.lin, '群里的话');
  await site.db.updateTable('chatMessages').set({ text: secret, state: 'held' }).where('id', '=', id).execute();
  const said = await conversation.say(site.lin, '私下的话', await conversation.roomOf(site.lin, site.ming));
  const report = { kind: 'chat', chatMessageId: said.id, reporterId: site.ming.id, reason: secret } as const;
  await site.db
    .insertInto('reports')
    .values({ ...report, createdAt: 1 })
    .execute();
  const feedback = {
    userId: authorId,
    type: 1,
    title: secret,
    content: secret,
    answer: secret,
    createdAt: 1,
    settledAt: null,
  };
  await site.db.insertInto('feedback').values(feedback).execute();
  const link = { groupName: '', name: secret, url: `https://a.cn/${secret}-1`, intro: secret, email: `${secret}@a.cn` };
  await site.db
    .insertInto('links')
    .values({ ...link, state: 'pending', createdAt: 1 })
    .execute();
  await site.db
    .insertInto('links')
    .values({ ...link, url: `https://a.cn/${secret}-2`, state: 'refused', reason: secret, createdAt: 1 })
    .execute();
  const mail = { recipient: `${secret}@a.cn`, subject: secret, text: secret, html: secret, createdAt: 1 };
  await site.db.insertInto('keptMails').values(mail).execute();
  const note = { userId: authorId, authorId: site.owner.id, author: '站长', text: secret, createdAt: 1 };
  await site.db.insertInto('memberNotes').values(note).execute();
  const notice = {
    actorId: site.owner.id,
    actor: '站长',
    userId: authorId,
    title: secret,
    text: secret,
    state: 'sent',
  } as const;
  await site.db
    .insertInto('broadcasts')
    .values({ ...notice, dueAt: 1, createdAt: 1 })
    .execute();
}

test('the demo account, which is everybody’s, reads nothing that is not public', { timeout: 120_000 }, async () => {
  await hideEverywhere();
  const walk = { text: secret, rows: 12 };
  const office = (path: string) => path.startsWith('/v1/admin/');
  const seen = await callsThatSay(secret, site, site.owner, { ...walk, calls: office });
  expect(seen).toEqual(
    expect.arrayContaining([
      '/v1/admin/articles/',
      '/v1/admin/comments/',
      '/v1/admin/says/',
      '/v1/admin/board/',
      '/v1/admin/chat/',
      '/v1/admin/reports/',
      '/v1/admin/feedback/',
      '/v1/admin/links/',
    ]),
  );
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  expect(await callsThatSay(secret, site, { ...site.ming, role: 'demo' }, { ...walk, calls: office })).toEqual([]);
});

test('a search of the demo account finds no text that is not public', async () => {
  await hideEverywhere();
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  const found = (viewer: typeof site.ming) => site.office(viewer).articles.list({ query: { text: secret } });
  expect((await found(site.owner)).data.total).toBeGreaterThan(0);
  expect((await found({ ...site.ming, role: 'demo' })).data.total).toBe(0);
});

test('the demo account opens no submission', async () => {
  const [pending] = [await site.writes({ title: secret, markdown: secret, state: 'pending' })];
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  const { review, deadLinks, present } = site.office({ ...site.ming, role: 'demo' }).articles;
  for (const call of [review, deadLinks, present])
    await expect(call({ query: { id: pending } })).rejects.toMatchObject({ id: 'not-allowed' });
});
