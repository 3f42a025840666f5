import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import { memberColumns, namesMember } from '../../platform/db/table.ts';
import { finishClosing } from './close-account.ts';

const site = freshSite();

const day = 86_400_000;
const afterAll = () => Date.now() + 15 * day;
const caller = { address: '203.0.113.7', agent: '' };

/** 小林 closes their account today, through the front door. */
const close = (writings: 'keep' | 'remove') => site.as(site.lin).accounts.close({ body: { password: '', writings } });
/** The two weeks are over, and the job runs. */
async function pass(writings: 'keep' | 'remove') {
  await close(writings);
  await end();
}
async function end() {
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() - 1 })
    .where('closesAt', '>', 0)
    .execute();
  await finishClosing(site);
}
const user = (id = site.lin.id) =>
  site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
type Counted = 'articles' | 'says' | 'comments' | 'boardMessages' | 'drafts' | 'revisions' | 'shares';
const count = async (table: Counted) =>
  (
    await site.db
      .selectFrom(table as 'says')
      .selectAll()
      .execute()
  ).length;
const tags = async () =>
  new Set(
    (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute()).flatMap(
      ({ payload }) => JSON.parse(payload).tags as string[],
    ),
  );

/** 小林 has all that a member can have. */
async function fillAccount() {
  const { db, lin, ming, owner } = site;
  const userId = lin.id;
  const profile = {
    intro: '写字',
    website: 'https://lin.example',
    place: '杭州',
    avatar: '/files/a',
    cover: '/files/b',
  };
  await db
    .updateTable('users')
    .set({ ...profile, email: 'lin@example.com', mailOnReply: 1, mailOnArticle: 1, nicknameKey: '小林' })
    .where('id', '=', userId)
    .execute();
  await db
    .insertInto('socialLinks')
    .values({ userId, provider: 'github', subject: '7', name: 'lin', createdAt: 0 })
    .execute();
  const note = { userId, authorId: owner.id, author: '站长', text: '老朋友', createdAt: 0 };
  await db.insertInto('memberNotes').values(note).execute();
  const passkey = { name: '手机', credentialId: 'x', publicKey: 'x', counter: 0, transports: '[]' };
  await db
    .insertInto('passkeys')
    .values({ userId, ...passkey, createdAt: 0, usedAt: null })
    .execute();
  await db.insertInto('signIns').values({ userId, day: '2026-05-01' }).execute();
  await db
    .insertInto('follows')
    .values([
      { followerId: userId, followedId: ming.id, createdAt: 0 },
      { followerId: owner.id, followedId: userId, createdAt: 0 },
      { followerId: owner.id, followedId: ming.id, createdAt: 0 },
    ])
    .execute();
  const archive = { state: 'ready', progress: 100, bytes: Buffer.from('zip'), createdAt: 0, expiresAt: afterAll() };
  await db
    .insertInto('dataArchives')
    .values({ userId, ...archive, state: 'ready' })
    .execute();
  await db.insertInto('wechatCodes').values({ code: 'DL123456', asker: 'x', userId, expiresAt: afterAll() }).execute();
  await db
    .insertInto('mailCodes')
    .values({ email: 'lin@example.com', hash: 'x', triesLeft: 5, sentAt: 0, expiresAt: afterAll() })
    .execute();
  const mail = { recipient: 'lin@example.com', subject: '你好', text: '你好', html: '', createdAt: 0 };
  await db.insertInto('keptMails').values(mail).execute();
}

/** 小林 writes everywhere, and 阿明 answers. Returns the articles. */
async function write() {
  const { db, lin, ming } = site;
  const own = await site.writes({ title: '屋檐', tags: ['雨', '独有'] });
  const draft = await site.writes({ title: '草稿', state: 'draft', tags: ['草'] });
  const others = await site.writes({ title: '阿明的文章', authorId: ming.id, tags: ['雨'] });
  await site.says({ text: '雨停了 #雨' });
  await site.says({ text: '只给自己', isPublic: false });
  await site.says({ text: '阿明说', authorId: ming.id });
  const comment = { articleId: others, authorId: lin.id, text: '好', createdAt: 0, removedAt: null };
  await db
    .insertInto('comments')
    .values([
      comment,
      comment,
      { ...comment, removedAt: 1 },
      { ...comment, authorId: ming.id },
      { ...comment, articleId: own, authorId: ming.id },
    ])
    .execute();
  await db.updateTable('articles').set({ comments: 3 }).where('id', '=', others).execute();
  await db.updateTable('articles').set({ comments: 1 }).where('id', '=', own).execute();
  const message = { authorId: lin.id, nickname: '小林', place: '浙江', text: '到此一游', createdAt: 0 };
  await db
    .insertInto('boardMessages')
    .values([message, { ...message, authorId: ming.id, nickname: '阿明' }])
    .execute();
  await db
    .insertInto('movedPaths')
    .values({ path: '/old', target: `/article/${own}` })
    .execute();
  return { own, draft, others };
}

test('nothing is erased before two weeks are over', async () => {
  await fillAccount();
  await write();
  await close('remove');
  const before = await user();
  await finishClosing(site, Date.now() + 14 * day - 60_000);
  expect(await user()).toEqual(before);
  expect(await count('articles')).toBe(3);
  expect(await site.as(null).members.info({ query: { userId: site.lin.id } })).toMatchObject({ nickname: '小林' });
});

test('a login within two weeks cancels the closing with everything intact', async () => {
  await fillAccount();
  const { own } = await write();
  await close('remove');
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });

  const { token } = await signIn(site.db, { userId: site.lin.id, way: 'github', caller });
  await finishClosing(site, afterAll());
  expect(await user()).toMatchObject({ nickname: '小林', email: 'lin@example.com', closesAt: null });
  expect(await site.withToken(token).sessions.list()).toHaveLength(1);
  expect(await site.as(null).articles.info({ query: { id: own } })).toMatchObject({ author: { nickname: '小林' } });
});

test('after two weeks the account cannot be restored, also before the job has run', async () => {
  await close('keep');
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() - 1 })
    .where('id', '=', site.lin.id)
    .execute();
  const back = () => signIn(site.db, { userId: site.lin.id, way: 'github', caller });
  await expect(back()).rejects.toMatchObject({ id: 'signed-out', message: '账号不存在或已注销' });
  await finishClosing(site);
  await expect(back()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await user()).toMatchObject({ closesAt: 0 });
  expect(await site.db.selectFrom('sessions').select('id').where('userId', '=', site.lin.id).execute()).toEqual([]);
});

test('login methods, mail, follows, profile, notices and collections are erased', async () => {
  await fillAccount();
  const articleId = await site.writes({ authorId: site.ming.id });
  for (const viewer of [site.lin, site.ming]) await site.as(viewer).collects.collect({ query: { articleId } });
  const comment = await site.as(site.lin).comments.post({ body: { articleId, text: '好' } });
  await site.as(site.ming).comments.post({ body: { articleId, text: '谢谢', replyTo: comment.id } });
  expect(await site.db.selectFrom('mailNotices').selectAll().execute()).toHaveLength(1);
  await pass('keep');
  expect(await user()).toMatchObject({
    nickname: '已注销用户',
    nicknameKey: null,
    email: null,
    passwordHash: null,
    role: 'member',
    closesAt: 0,
    avatar: '',
    cover: '',
    intro: '',
    website: '',
    place: '',
    mailOnReply: 0,
    keepsCamera: 0,
    mailOnArticle: 0,
  });
  for (const table of ['socialLinks', 'passkeys', 'signIns', 'dataArchives', 'wechatCodes', 'mailCodes'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  expect(
    await site.db.selectFrom('keptMails').selectAll().where('recipient', '=', 'lin@example.com').execute(),
  ).toEqual([]);
  expect(await site.db.selectFrom('follows').select(['followerId', 'followedId']).execute()).toEqual([
    { followerId: site.owner.id, followedId: site.ming.id },
  ]);
  for (const table of ['notices', 'mailThreads', 'mailNotices', 'memberNotes'] as const)
    expect(await site.db.selectFrom(table).selectAll().where('userId', '=', site.lin.id).execute(), table).toEqual([]);
  expect((await site.as(null).articles.info({ query: { id: articleId } })).collects).toBe(1);
  expect(await site.db.selectFrom('collects').select('userId').execute()).toEqual([{ userId: site.ming.id }]);
  expect(await tags()).toContain('people');
  expect(await tags()).toContain(`user:${site.lin.id}`);
  await expect(site.as(null).members.info({ query: { userId: site.lin.id } })).rejects.toMatchObject({ id: 'gone' });
  expect(await site.as(site.ming).members.update({ body: { nickname: '小林' } })).toMatchObject({ nickname: '小林' });
});

test('kept writings belong to 已注销用户, and unpublished ones are erased', async () => {
  const { own, draft, others } = await write();
  const unpublished = { title: '改了一半', markdown: '没给人看过。' };
  const { drafts } = site.as(site.lin);
  const { version } = await drafts.mine({ query: { id: own } });
  const saved = await drafts.save({ body: { id: own, version, content: unpublished } });
  await drafts.submit({ body: { id: own, version: saved.version } });
  await site.db
    .insertInto('shares')
    .values({ articleId: own, token: 't', createdAt: 0, expiresAt: afterAll() })
    .execute();
  await pass('keep');
  const visitor = site.as(null);
  expect(await visitor.articles.info({ query: { id: own } })).toMatchObject({
    title: '屋檐',
    author: { id: site.lin.id, nickname: '已注销用户', avatar: '' },
    comments: 1,
  });
  expect((await visitor.articles.search({ query: { keyword: '屋檐' } })).total).toBe(1);
  expect((await visitor.says.list({ query: {} })).records).toMatchObject([
    { text: '阿明说' },
    { text: '雨停了 #雨', author: { nickname: '已注销用户' } },
  ]);
  expect((await visitor.board.list({ query: {} })).records.map(({ nickname }) => nickname).sort()).toEqual([
    '已注销用户',
    '阿明',
  ]);
  expect(await visitor.articles.info({ query: { id: others } })).toMatchObject({ comments: 3 });
  expect(await site.db.selectFrom('articles').select('id').where('id', '=', draft).execute()).toEqual([]);
  expect([await count('says'), await count('comments'), await count('boardMessages')]).toEqual([2, 5, 2]);
  expect([await count('drafts'), await count('revisions'), await count('shares')]).toEqual([0, 0, 0]);
  expect(JSON.stringify(await site.db.selectFrom('boardMessages').selectAll().execute())).not.toContain('小林');
});

test('removed writings leave lists, search, feeds and counts, and others’ stay', async () => {
  const { own, draft, others } = await write();
  await site.db.deleteFrom('outbox').execute();
  await pass('remove');
  const visitor = site.as(null);
  for (const id of [own, draft])
    await expect(site.as(site.owner).articles.info({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  expect((await visitor.articles.search({ query: { keyword: '屋檐' } })).total).toBe(0);
  expect(await visitor.articles.list({ query: {} })).toMatchObject({
    total: 1,
    records: [{ title: '阿明的文章', comments: 1 }],
  });
  expect((await visitor.tags.list()).map(({ name }) => name)).toEqual(['雨']);
  expect((await site.db.selectFrom('tags').select('name').execute()).map(({ name }) => name)).toEqual(['雨']);
  expect((await visitor.says.list({ query: {} })).records.map(({ text }) => text)).toEqual(['阿明说']);
  expect((await visitor.board.list({ query: {} })).records.map(({ nickname }) => nickname)).toEqual(['阿明']);
  const comments = await site.db.selectFrom('comments').select(['articleId', 'authorId']).execute();
  expect(comments).toEqual([{ articleId: others, authorId: site.ming.id }]);
  expect(await site.db.selectFrom('movedPaths').selectAll().execute()).toEqual([]);
  expect([...(await tags())].sort()).toEqual(
    [
      `article:${own}`,
      `article:${draft}`,
      `article:${others}`,
      `comments:article:${others}`,
      'comments:say:1',
      'comments:say:2',
      'articles',
      'board',
      'comments',
      'people',
      'says',
      `user:${site.lin.id}`,
    ].sort(),
  );
});

test('no row names the member but those described as kept', async () => {
  await fillAccount();
  await write();
  await pass('remove');
  const gone = memberColumns(site.tables).filter(({ onClose }) => onClose !== 'keep');
  expect(gone.length).toBeGreaterThan(15);
  for (const column of gone) {
    const rows = sql`select 1 from ${sql.table(column.table.name)} where ${namesMember(column, site.lin.id)}`;
    const { rows: left } = await rows.execute(site.db);
    expect(left.length, `${column.table.name}.${column.column}`).toBe(0);
  }
});

test('an erased comment with replies leaves an empty place and is not counted', async () => {
  const articleId = await site.writes({ authorId: site.ming.id });
  const say = (member: typeof site.lin, text: string, replyTo?: number) =>
    site.as(member).comments.post({ body: { articleId, text, ...(replyTo && { replyTo }) } });
  const top = await say(site.lin, '我的秘密');
  const answer = await say(site.ming, '答', top.id);
  await say(site.lin, '再答', answer.id);
  const alone = await say(site.lin, '独一句');
  await site.as(site.ming).comments.like({ query: { id: alone.id } });
  await pass('remove');
  const { records, total } = await site.as(null).comments.list({ query: { articleId } });
  expect(total).toBe(1);
  expect(records).toMatchObject([
    { id: top.id, removed: true, html: '', replies: { total: 1, first: [{ id: answer.id, replyTo: null }] } },
  ]);
  expect(await site.as(null).articles.info({ query: { id: articleId } })).toMatchObject({ comments: 1 });
  expect(await count('comments')).toBe(2);
  const notices = await site.db.selectFrom('notices').selectAll().execute();
  expect(JSON.stringify([await site.db.selectFrom('comments').selectAll().execute(), notices])).not.toMatch(
    /秘密|再答|独一句/,
  );
});

test('kept comments stay under 已注销用户, and private data is erased', async () => {
  const articleId = await site.writes({ authorId: site.ming.id });
  const { id } = await site.as(site.lin).comments.post({ body: { articleId, text: '留下' } });
  await site.as(site.ming).comments.post({ body: { articleId, text: '答', replyTo: id } });
  await site.as(site.lin).collects.collect({ query: { articleId } });
  await pass('keep');
  expect(await site.as(null).comments.list({ query: { articleId } })).toMatchObject({
    total: 2,
    records: [{ html: '<p>留下</p>\n', author: { nickname: '已注销用户' }, replies: { total: 1 } }],
  });
  expect(await site.as(null).articles.info({ query: { id: articleId } })).toMatchObject({ comments: 2, collects: 0 });
  expect(await site.db.selectFrom('collects').selectAll().execute()).toEqual([]);
  expect(await site.db.selectFrom('notices').select('id').where('userId', '=', site.lin.id).execute()).toEqual([]);
});

test.each([
  ['remove', 0],
  ['keep', 1],
] as const)('with "%s", %i of the feedback stays, and the owner’s notice with it', async (writings, left) => {
  await site.as(site.lin).feedback.send({ body: { type: 1, title: '夜间字太亮', content: '我的电话是 123' } });
  await site.as(site.ming).feedback.send({ body: { type: 1, title: '阿明的', content: '别的' } });
  await pass(writings);
  const { total } = await site.office(site.owner).feedback.list({ query: { state: 'all' } });
  const notices = await site.db.selectFrom('notices').select('title').where('userId', '=', site.owner.id).execute();
  expect([total, notices.length]).toEqual([1 + left, 1 + left]);
});

test('hundreds of writings are all erased in short steps', async () => {
  const authorId = site.lin.id;
  const articleId = await site.writes({ authorId: site.ming.id });
  const many = Array.from({ length: 250 }, (_, index) => ({ authorId, text: String(index), createdAt: 0 }));
  await site.db.insertInto('says').values(many).execute();
  await site.db
    .insertInto('comments')
    .values(many.map((one) => ({ ...one, articleId, removedAt: null })))
    .execute();
  await site.db
    .insertInto('boardMessages')
    .values(many.map((one) => ({ ...one, nickname: '小林' })))
    .execute();
  await site.db.updateTable('articles').set({ comments: 250 }).execute();
  await pass('remove');
  expect([await count('says'), await count('comments'), await count('boardMessages')]).toEqual([0, 0, 0]);
  expect((await site.db.selectFrom('articles').select('comments').executeTakeFirstOrThrow()).comments).toBe(0);
});

test('erasing resumes after a crash, and concurrent or repeated runs do no harm', async () => {
  await fillAccount();
  const { own } = await write();
  await close('remove');
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() - 1 })
    .where('id', '=', site.lin.id)
    .execute();
  const search = { ...site.search, remove: () => Promise.reject(new Error('停电')) };
  await expect(finishClosing({ ...site, search })).rejects.toThrow('停电');
  expect(await user()).toMatchObject({ nickname: '已注销用户', email: null, closesAt: expect.any(Number) });
  expect((await user()).closesAt).toBeGreaterThan(0);
  expect(await site.db.selectFrom('articles').select('id').where('id', '=', own).execute()).toHaveLength(1);

  await Promise.allSettled([finishClosing(site), finishClosing(site)]);
  await finishClosing(site);
  expect((await user()).closesAt).toBe(0);
  expect([await count('articles'), await count('says'), await count('comments')]).toEqual([1, 1, 1]);
  const before = await site.db.selectFrom('outbox').selectAll().execute();
  await finishClosing(site, afterAll());
  expect(await site.db.selectFrom('outbox').selectAll().execute()).toEqual(before);
});

test('a failing account does not stop the others', async () => {
  await site.writes();
  await site.db.updateTable('users').set({ closesAt: 5, keepWritings: 0 }).where('id', '=', site.lin.id).execute();
  await site.db.updateTable('users').set({ closesAt: 6 }).where('id', '=', site.ming.id).execute();
  const search = { ...site.search, remove: () => Promise.reject(new Error('停电')) };
  await expect(finishClosing({ ...site, search })).rejects.toThrow('停电');
  expect((await user()).closesAt).toBe(5);
  expect((await user(site.ming.id)).closesAt).toBe(0);
});

test('the owner’s account is never erased', async () => {
  await site.db.updateTable('users').set({ closesAt: 5, keepWritings: 0 }).where('id', '=', site.owner.id).execute();
  const before = await user(site.owner.id);
  await finishClosing(site, afterAll());
  expect(await user(site.owner.id)).toEqual(before);
});

test('series and notices about them are erased with the writings', async () => {
  const { id: seriesId } = await site.as(site.lin).series.create({ body: { name: '走山路', intro: '' } });
  const article = await site.writes({ seriesId });
  await site.db.deleteFrom('outbox').execute();
  await pass('remove');
  expect(await site.db.selectFrom('series').selectAll().execute()).toEqual([]);
  expect([...(await tags())]).toContain(`series:${seriesId}`);
  const untold = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'untell-followers').execute();
  expect(untold.map(({ payload }) => JSON.parse(payload))).toEqual([{ articleId: article }]);
});

test('kept writings keep their series', async () => {
  const { id } = await site.as(site.lin).series.create({ body: { name: '走山路', intro: '' } });
  await site.writes({ seriesId: id });
  await pass('keep');
  expect(await site.as(null).series.info({ query: { id } })).toMatchObject({
    name: '走山路',
    author: { nickname: '已注销用户' },
    articles: 1,
  });
});
