import { waitingPlaces } from '@mojian/contract/operations/waiting';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const office = () => site.office(site.owner);

const applicant = {
  state: 'waiting' as 'waiting' | 'refused',
  nickname: '小禾',
  nicknameKey: '小禾',
  passwordHash: null,
  provider: null,
  subject: null,
  createdAt: 1,
};

let keys = 0;
async function handedIn(title: string) {
  const body = { key: `browser-${++keys}`, content: { title, markdown: '雨生百谷。' } as never };
  const draft = await site.as(site.lin).drafts.create({ body });
  await site.as(site.lin).drafts.submit({ body: { id: draft.id, version: draft.version } });
  return draft.id;
}

/** Creates pending items of each kind, and a similar one that is not pending. */
async function everythingWaits() {
  const { db, ming, lin } = site;
  const articleId = await site.writes();
  await handedIn('交稿');
  await db
    .updateTable('articles')
    .set({ removedAt: 1 })
    .where('id', '=', await handedIn('扔了'))
    .execute();

  const held = { state: 'held' as const, createdAt: 2000 };
  const comment = { ...held, sayId: null, parentId: null, replyToId: null, sendKey: null, authorId: ming.id };
  await db
    .insertInto('comments')
    .values([
      { ...comment, articleId, text: '等着', removedAt: null },
      { ...comment, articleId, text: '删了', removedAt: 1 },
    ])
    .execute();
  await db
    .insertInto('says')
    .values([
      { ...held, authorId: lin.id, text: '等着', sendKey: null },
      { ...held, authorId: lin.id, text: '看得见', sendKey: null, state: 'shown' },
    ])
    .execute();
  await db
    .insertInto('boardMessages')
    .values({ ...held, authorId: null, nickname: '客', text: '等着' })
    .execute();
  await chatWaits();
  const link = { groupName: '', createdAt: 1, checkedAt: 1, reachable: 1 };
  await db
    .insertInto('links')
    .values([
      { ...link, name: '甲', url: 'https://a.example', state: 'pending' },
      { ...link, name: '乙', url: 'https://b.example', state: 'refused', reachable: 0 },
      { ...link, name: '丙', url: 'https://c.example', state: 'approved', reachable: 0 },
      { ...link, name: '丁', url: 'https://d.example', state: 'approved' },
    ])
    .execute();
  await db
    .insertInto('applications')
    .values([
      { ...applicant, email: 'a@example.com', decidedAt: null },
      { ...applicant, email: 'b@example.com', state: 'refused' as const, decidedAt: 2 },
    ])
    .execute();
  const idea = { userId: ming.id, type: 1, title: '夜里看', content: '太亮', createdAt: 1 };
  await db
    .insertInto('feedback')
    .values([
      { ...idea, settledAt: null },
      { ...idea, settledAt: 2 },
    ])
    .execute();
  const target = { kind: 'board' as const, commentId: null, sayId: null, chatMessageId: null };
  const report = { ...target, reason: '吵', createdAt: 1 };
  const { id: messageId } = await db.selectFrom('boardMessages').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('reports')
    .values([
      { ...report, messageId, reporterId: ming.id, settledAt: null },
      { ...report, messageId, reporterId: lin.id, settledAt: 2 },
    ])
    .execute();
}

/** In the group; what is held between two is theirs. */
async function chatWaits() {
  const room = async (kind: 'group' | 'private') => {
    const known = await site.db.selectFrom('rooms').select('id').where('kind', '=', kind).executeTakeFirst();
    const values = { kind, pair: kind === 'group' ? null : `${site.lin.id}-${site.ming.id}`, createdAt: 1 };
    return known ?? site.db.insertInto('rooms').values(values).returning('id').executeTakeFirstOrThrow();
  };
  for (const [index, kind] of (['group', 'private'] as const).entries())
    await site.db
      .insertInto('chatMessages')
      .values({
        seq: index + 1,
        roomId: (await room(kind)).id,
        senderId: site.ming.id,
        text: '等着',
        state: 'held',
        sendKey: kind,
        createdAt: 1,
      })
      .execute();
}

test('each pending count equals its list and the menu’s count', async () => {
  await everythingWaits();
  const { waiting } = await office().overview.show();
  expect(waiting.find(({ kind }) => kind === 'articles')).toMatchObject({ words: '交稿' });
  const counts = Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]));
  const found: Record<string, number> = {};
  for (const [kind, { screen, query }] of Object.entries(waitingPlaces)) {
    const requested = { query: query as never };
    if (kind === 'articles') found[kind] = (await office().articles.list(requested)).data.total;
    else if (kind === 'applications') found[kind] = (await office().registration.applications({ query: {} })).total;
    else found[kind] = (await office()[screen.slice(1) as 'links'].list(requested)).total;
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(waitingPlaces).map((kind) => [kind, 1])));
  expect(counts).toEqual(found);
  const { lostLinks: _, ...inMenu } = found;
  expect((await office().office.enter()).waiting).toEqual(inMenu);
});

test('each role sees the items it may settle, and the demo account no texts', async () => {
  await everythingWaits();
  const seenBy = async (role: 'editor' | 'moderator' | 'demo') => {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    const { waiting } = await site.office(site.ming).overview.show();
    const inMenu = waiting.filter(({ kind }) => kind !== 'lostLinks').map(({ kind, count }) => [kind, count]);
    expect((await site.office(site.ming).office.enter()).waiting).toEqual(Object.fromEntries(inMenu));
    return waiting;
  };
  expect((await seenBy('editor')).map(({ kind }) => kind)).toEqual(['articles']);
  const moderated = ['comments', 'says', 'board', 'chat', 'links', 'feedback', 'reports', 'lostLinks'];
  expect((await seenBy('moderator')).map(({ kind }) => kind)).toEqual(moderated);
  const shown = await seenBy('demo');
  expect([shown.length, new Set(shown.map(({ words }) => words))]).toEqual([9, new Set([''])]);
});

test('the latest activity shows one line of each text', async () => {
  const text = `第一行\n\n${'长'.repeat(200)}`;
  const held = { authorId: null, nickname: '客', state: 'held' as const };
  await site.db
    .insertInto('boardMessages')
    .values([
      { ...held, text, createdAt: 2 },
      { ...held, text: '先来的', createdAt: 1 },
    ])
    .execute();
  const { waiting } = await office().overview.show();
  expect(waiting).toMatchObject([{ kind: 'board', count: 2, words: `第一行 ${'长'.repeat(36)}…` }]);
});

test('a new site has nothing pending', async () => {
  expect((await office().overview.show()).waiting).toEqual([]);
  expect(Object.values((await office().office.enter()).waiting)).toEqual(Array(9).fill(0));
});
