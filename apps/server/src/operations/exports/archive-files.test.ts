import { readFields } from '@mojian/foreign-files/markdown/fields';
import { splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { expect, test } from 'vitest';
import { chatIn } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { archiveFiles } from './archive-files.ts';

const site = freshSite();

/** All files of 小林's archive, and how far each read had come. */
async function files(userId = site.lin.id) {
  const shares: number[] = [];
  const found = new Map<string, string>();
  const onShare = async (share: number) => void shares.push(share);
  for await (const { name, content } of archiveFiles(site, userId, onShare)) {
    expect(found.has(name), name).toBe(false);
    found.set(name, await whole(content));
  }
  return { found, shares, json: (name: string) => JSON.parse(found.get(name) ?? '') };
}

async function whole(content: AsyncIterable<string> | Iterable<string>) {
  let text = '';
  for await (const piece of content) text += piece;
  return text;
}

const noon = Date.parse('2026-05-01T04:00:00Z');
const time = '2026-05-01T04:00:00.000Z';

test('a member without writings gets complete files', async () => {
  const { found, json } = await files();
  expect([...found.keys()].sort()).toEqual(
    [
      'README.txt',
      'board.json',
      'comments.json',
      'follows.json',
      'passkeys.json',
      'profile.json',
      'says.json',
      'blocks.json',
      'chats.json',
      'collects.json',
      'feedback.json',
      'highlights.json',
      'keys.json',
      'likes.json',
      'notices.json',
      'reports.json',
      'says.md',
      'series.json',
      'sessions.json',
      'sign-ins.json',
      'social-links.json',
      'unlocks.json',
      'uploads.json',
    ].sort(),
  );
  for (const name of ['blocks.json', 'chats.json', 'collects.json', 'highlights.json', 'likes.json'])
    expect(json(name)).toEqual([]);
  for (const name of ['feedback.json', 'notices.json', 'reports.json', 'unlocks.json']) expect(json(name)).toEqual([]);
  for (const name of ['board.json', 'comments.json', 'says.json', 'sign-ins.json', 'uploads.json'])
    expect(json(name)).toEqual([]);
  expect(json('follows.json')).toEqual({ follows: [], fans: [] });
  for (const name of found.keys()) if (name !== 'README.txt') expect(found.get('README.txt')).toContain(name);
});

test('articles of every state are files that can be imported again', async () => {
  const markdown = '# 一\n\n雨水。\n\n---\n\n```yaml\na: 1\n```\n';
  await site.writes({
    title: '雨水: "落" #1',
    markdown,
    summary: '多行\n摘要',
    category: '四时',
    tags: ['雨', 'a: b', '- 横'],
    cover: '/files/a.webp',
    keywords: '雨, 屋檐',
    original: false,
    sourceUrl: 'https://a.cn/?a=b#c',
    readType: 4,
    hasAiContent: true,
    pinned: true,
    publishedAt: noon,
    updatedAt: noon + 1000,
  });
  for (const state of ['draft', 'pending', 'scheduled', 'withdrawn', 'refused'] as const)
    await site.writes({ title: state, state, markdown: '草稿' });
  await site.writes({ title: '别人的', authorId: site.ming.id });
  const { found } = await files();
  const names = [...found.keys()].filter((name) => name.startsWith('articles/'));
  expect(names).toHaveLength(6);

  const { fields, body } = splitFrontMatter(found.get('articles/1-雨水 落 #1.md') ?? '');
  expect(body.trimStart()).toBe(markdown);
  expect(readFields(fields ?? {})).toMatchObject({
    title: '雨水: "落" #1',
    summary: '多行 摘要',
    category: '四时',
    tags: ['- 横', 'a: b', '雨'],
    draft: false,
    cover: '/files/a.webp',
    keywords: '雨, 屋檐',
    source: 'https://a.cn/?a=b#c',
    original: false,
    readType: 4,
    hasAiContent: true,
    pinned: true,
    date: noon,
    updated: noon + 1000,
  });
  const draft = splitFrontMatter(found.get('articles/2-draft.md') ?? '');
  expect(draft.fields).toMatchObject({ state: 'draft', draft: true });
  expect(readFields(draft.fields ?? {})).toMatchObject({ title: 'draft', draft: true });
});

test('unpublished drafts and pending changes are exported in their last version', async () => {
  const content = {
    title: '未完',
    markdown: '只有我看过。',
    tags: ['雨'],
    category: '四时',
    original: false,
    hasAiContent: true,
  };
  await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  const id = await site.writes({ title: '春天', markdown: '旧文。' });
  const { version } = await site.as(site.lin).drafts.mine({ query: { id } });
  const changed = { title: '夏天', markdown: '新文。' };
  await site.as(site.lin).drafts.save({ body: { id, version, content: changed } });
  const { found } = await files();
  const { fields, body } = splitFrontMatter(found.get('articles/1-未完.md') ?? '');
  expect(body.trim()).toBe('只有我看过。');
  expect(fields).toMatchObject({
    title: '未完',
    tags: ['雨'],
    category: '四时',
    original: false,
    hasAiContent: true,
    state: 'draft',
  });
  expect(found.get(`articles/${id}-春天.md`)).toContain('旧文。');
  expect(found.get(`drafts/${id}-夏天.md`)).toContain('新文。');
  expect([...found.keys()].filter((name) => /^(articles|drafts)/.test(name))).toHaveLength(3);
});

test('a trashed article is exported for its author', async () => {
  const id = await site.writes();
  await site.db.updateTable('articles').set({ removedAt: noon }).where('id', '=', id).execute();
  expect((await files()).found.get(`articles/${id}-春天.md`)).toContain(`removed: ${time}`);
});

test.each([
  ['../../etc/passwd', '.. .. etc passwd'],
  ['C:\\windows\\system32', 'C windows system32'],
  ['CON', 'CON'],
  ['a\u202egpj.exe\u0000\u200b', 'a gpj.exe'],
  ['<script>:*?"|', 'script'],
  ['雨'.repeat(200), '雨'.repeat(50)],
  ['👨‍👩‍👧'.repeat(50), null],
  ['/', ''],
  ['..', '..'],
])('the title %j becomes a safe file name', async (title, expected) => {
  await site.writes({ title });
  const [name = ''] = [...(await files()).found.keys()].filter((one) => one.startsWith('articles/'));
  if (expected !== null) expect(name).toBe(expected ? `articles/1-${expected}.md` : 'articles/1.md');
  expect(name).toMatch(/^articles\/1[^/\\\p{C}]*\.md$/u);
  expect(Buffer.byteLength(name)).toBeLessThan(240);
});

test('says are exported as Markdown and JSON, private ones included', async () => {
  const pictures = [{ url: '/files/a.webp', width: 8, height: 8 }];
  await site.says({ text: '**雨**停了 #天气', place: '杭州', weather: '小雨 11°', pictures, createdAt: noon });
  await site.says({ text: '只给自己看', isPublic: false, createdAt: noon + 60_000 });
  await site.says({ text: '别人的', authorId: site.ming.id });
  const { found, json } = await files();
  expect(found.get('says.md')).toBe(
    '# 说说\n\n## 2026-05-01 12:00 · 杭州 · 小雨 11°\n\n**雨**停了 #天气\n\n![](https://mojian.example/files/a.webp)\n' +
      '\n## 2026-05-01 12:01 · 仅自己可见\n\n只给自己看\n',
  );
  expect(json('says.json')).toEqual([
    {
      id: 1,
      text: '**雨**停了 #天气',
      place: '杭州',
      weather: '小雨 11°',
      likes: 0,
      laughs: 0,
      recalls: 0,
      hugs: 0,
      comments: 0,
      createdAt: time,
      isPublic: true,
      hasAiContent: false,
      pictures,
    },
    expect.objectContaining({ text: '只给自己看', isPublic: false, pictures: [] }),
  ]);
});

test('comments, messages, follows, sign-ins, login methods and pictures are exported', async () => {
  const { db, lin, ming } = site;
  const articleId = await site.writes({ title: '春天', authorId: ming.id });
  const key = `ab/ab${'0'.repeat(30)}.webp`;
  const comment = { articleId, authorId: lin.id, place: '浙江', device: 'Chrome · Windows', createdAt: noon };
  await db
    .insertInto('comments')
    .values([
      { ...comment, text: '好', removedAt: null },
      { ...comment, text: '删了的', removedAt: noon },
      { ...comment, text: '阿明的', authorId: ming.id, removedAt: null },
    ])
    .execute();
  const message = { authorId: lin.id, nickname: '小林', place: '浙江', text: '你好', createdAt: noon };
  await db
    .insertInto('boardMessages')
    .values([message, { ...message, authorId: ming.id }])
    .execute();
  await db
    .insertInto('follows')
    .values([
      { followerId: lin.id, followedId: ming.id, createdAt: noon },
      { followerId: site.owner.id, followedId: lin.id, createdAt: noon },
    ])
    .execute();
  await db
    .insertInto('signIns')
    .values([{ userId: lin.id, day: '2026-05-01' }])
    .execute();
  const file = { key, type: 'image/webp', width: 8, height: 6, bytes: 100, createdAt: 0 };
  await db.insertInto('files').values(file).execute();
  await db.insertInto('fileOwners').values({ key, userId: lin.id, createdAt: noon }).execute();

  const { json } = await files();
  const where = { articleId, articleTitle: '春天', sayId: null, pictures: '[]', editedAt: null };
  const from = { place: '浙江', device: 'Chrome · Windows' };
  expect(json('comments.json')).toEqual([
    { id: 1, text: '好', createdAt: time, removedAt: null, ...where, ...from },
    { id: 2, text: '删了的', createdAt: time, removedAt: time, ...where, ...from },
  ]);
  expect(json('board.json')).toEqual([{ id: 1, text: '你好', place: '浙江', createdAt: time }]);
  expect(json('follows.json')).toEqual({
    follows: [{ id: ming.id, nickname: '阿明', createdAt: time }],
    fans: [{ id: site.owner.id, nickname: '站长', createdAt: time }],
  });
  expect(json('sign-ins.json')).toEqual(['2026-05-01']);
  expect(json('uploads.json')).toEqual([
    {
      url: expect.stringMatching(`^https://mojian.example/files/${key}\\?e=\\w+&s=`), // in no public text
      type: 'image/webp',
      width: 8,
      height: 6,
      bytes: 100,
      camera: '',
      name: '',
      createdAt: time,
    },
  ]);
});

test('the export contains no password, token, key or data of others', async () => {
  const { db, lin, ming } = site;
  await db
    .updateTable('users')
    .set({ email: 'lin@example.com', passwordHash: '$argon2id$SECRET', intro: '写字', mailOnReply: 1, createdAt: noon })
    .where('id', '=', lin.id)
    .execute();
  await db
    .updateTable('users')
    .set({ email: 'ming@example.com', intro: 'FOREIGN' })
    .where('id', '=', ming.id)
    .execute();
  await db.insertInto('follows').values({ followerId: ming.id, followedId: lin.id, createdAt: 0 }).execute();
  await db
    .updateTable('sessions')
    .set({ tokenHash: 'SECRET', device: 'Chrome · Windows', place: '浙江' })
    .where('userId', '=', lin.id)
    .execute();
  await db
    .insertInto('socialLinks')
    .values({ userId: lin.id, provider: 'github', subject: 'SECRET-1', name: 'lin', createdAt: noon })
    .execute();
  const passkey = { name: '手机', credentialId: 'SECRET-2', publicKey: 'SECRET-3', counter: 0, transports: '[]' };
  await db
    .insertInto('passkeys')
    .values({ userId: lin.id, ...passkey, createdAt: noon, usedAt: null })
    .execute();
  await db
    .insertInto('mailCodes')
    .values({ email: 'lin@example.com', hash: 'SECRET', triesLeft: 5, sentAt: 0, expiresAt: 0 })
    .execute();
  await site.writes({ title: 'FOREIGN', authorId: ming.id });

  const { found, json } = await files();
  expect(json('profile.json')).toEqual({
    id: lin.id,
    nickname: '小林',
    email: 'lin@example.com',
    role: 'member',
    avatar: '',
    cover: '',
    intro: '写字',
    website: '',
    place: '',
    createdAt: time,
    seenAt: null,
    mailOnReply: true,
    mailOnArticle: false,
    keepsCamera: false,
    showsRead: true,
    showsTyping: true,
    showsPresence: true,
    showsCollects: false,
    mutedAt: null,
    mutedUntil: null,
    mutedReason: '',
  });
  expect(json('sessions.json')).toMatchObject([{ way: 'password', device: 'Chrome · Windows', place: '浙江' }]);
  expect(json('social-links.json')).toEqual([{ provider: 'github', name: 'lin', createdAt: time }]);
  expect(json('passkeys.json')).toEqual([{ name: '手机', createdAt: time, usedAt: null }]);
  const all = JSON.stringify([...found]);
  expect(all).not.toContain('SECRET');
  expect(all).not.toContain('FOREIGN');
  expect(all).not.toContain('ming@example.com');
});

test('hundreds of rows are read in batches, each once', async () => {
  const said = Array.from({ length: 205 }, (_, index) => ({
    authorId: site.lin.id,
    text: `第${index}句`,
    createdAt: 0,
  }));
  await site.db.insertInto('says').values(said).execute();
  const { json, shares } = await files();
  expect(json('says.json').map(({ text }: { text: string }) => text)).toEqual(said.map(({ text }) => text));
  expect(shares).toHaveLength(22);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

test('chats are exported as seen: both sides of private rooms and the group, nothing deleted or hidden', async () => {
  const conversation = chatIn(site);
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '<b>在吗</b>', room);
  const gone = await conversation.say(site.ming, '说错的话', room);
  await site.as(site.ming).chat.withdraw({ body: { id: gone.id } });
  const hidden = await conversation.say(site.ming, '藏起来的话', room);
  await site.as(site.lin).chat.hide({ query: { id: hidden.id } });
  const answer = await conversation.say(site.ming, '在', room);
  const others = await conversation.roomOf(site.owner, site.ming);
  await conversation.say(site.owner, '别人的私聊', others);
  await conversation.say(site.ming, '大家好');
  await conversation.say(site.lin, '你好');

  const { found, json, shares } = await files();
  expect(json('chats.json')).toEqual([
    { id: 1, kind: 'group', name: '墨笺聊天室', peerId: null, count: 2 },
    { id: room, kind: 'private', name: '阿明', peerId: site.ming.id, count: 2 },
  ]);
  const said = json(`chats/${room}-阿明.json`);
  expect(said.map(({ sender, text }: Record<string, string>) => [sender, text])).toEqual([
    ['小林', '<b>在吗</b>'],
    ['阿明', '在'],
  ]);
  expect(said[1]).toMatchObject({ id: answer.id, createdAt: answer.createdAt, picture: '' });
  expect(found.get(`chats/${room}-阿明.md`)).toMatch(/^# 阿明\n\n\*\*小林\*\* · [\d-]{10} [\d:]{5}\n\n<b>在吗<\/b>\n/);
  expect(found.get('chats/1-墨笺聊天室.md')).toContain('你好');
  expect([...found.values()].join()).not.toMatch(/说错的话|藏起来的话|别人的私聊/);
  expect(shares.at(-1)).toBe(1);
});

test('a deleted room and a disabled group are not exported', async () => {
  const conversation = chatIn(site);
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.ming, '旧话', room);
  await conversation.say(site.lin, '你好');
  await site.as(site.lin).chat.deleteRoom({ query: { roomId: room } });
  await site.turn({ group: false });
  const { found, json } = await files();
  expect(json('chats.json')).toEqual([]);
  expect([...found.keys()].filter((name) => name.startsWith('chats/'))).toEqual([]);
});

test('blocks, collections, likes and notices are exported', async () => {
  const { lin, ming } = site;
  const articleId = await site.writes({ authorId: ming.id });
  await site.as(lin).blocks.block({ query: { userId: site.owner.id } });
  await site.as(lin).collects.collect({ query: { articleId } });
  await site.as(lin).articles.like({ query: { articleId } });
  await site.as(ming).follows.follow({ query: { userId: lin.id } });
  const { json } = await files();
  expect(json('blocks.json')).toMatchObject([{ id: site.owner.id, nickname: '站长' }]);
  expect(json('collects.json')).toMatchObject([{ articleId, title: '春天' }]);
  expect(json('likes.json')).toMatchObject([{ kind: 'article', targetId: articleId }]);
  expect(json('notices.json')).toMatchObject([{ kind: 2, readAt: null }]);
});

test('feedback with its answer, reports without the words of others, and unlocked articles are exported', async () => {
  const { lin, ming } = site;
  await site.as(lin).feedback.send({ body: { type: 2, title: '字太小', content: '看不清。' } });
  await site.as(ming).feedback.send({ body: { type: 1, title: '阿明的建议', content: '别的话' } });
  const [{ id, version } = { id: 0, version: 0 }] = (
    await site.office(site.owner).feedback.list({ query: { type: '2' } })
  ).records;
  await site.office(site.owner).feedback.answer({ body: { id, version, answer: '改大了', settles: true } });
  const conversation = chatIn(site);
  const room = await conversation.roomOf(lin, ming);
  await conversation.say(lin, '在吗', room);
  const bad = await conversation.say(ming, '难听的话', room);
  await site.as(lin).chat.report({ body: { id: bad.id, reason: '骂人' } });
  const articleId = await site.writes({ authorId: ming.id });
  await site.db
    .insertInto('unlocks')
    .values({ articleId, reader: `user:${lin.id}`, createdAt: noon })
    .execute();

  const { found, json } = await files();
  expect(json('feedback.json')).toMatchObject([{ type: 2, title: '字太小', content: '看不清。', answer: '改大了' }]);
  expect(json('reports.json')).toMatchObject([{ chatMessageId: bad.id, commentId: null, reason: '骂人' }]);
  expect(found.get('reports.json')).not.toContain('难听的话');
  expect(json('unlocks.json')).toEqual([{ articleId, title: '春天', createdAt: time }]);
  expect(found.get('feedback.json')).not.toContain('阿明');
});
