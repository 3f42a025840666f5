import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { enter } from '../../../test/served.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const sentence = '写得慢的人，并不是想得慢。';
const markdown = `人们总说手写慢，打字快。其实快慢不在工具。\n\n写得快的时候，词是成群来的。${sentence}他只是不肯让手跑到心的前面去。\n\n头一件，写完不急着改。`;

let articleId: number;
beforeEach(async () => {
  articleId = await site.writes({ markdown });
});

const quote = (words = sentence, place: { before?: string; after?: string } = {}) => ({ words, ...place });
const mark = (viewer: Viewer, words = sentence) =>
  site.as(viewer).highlights.add({ body: { articleId, quote: quote(words) } });
const list = (viewer: Viewer | null = null) => site.as(viewer).highlights.list({ query: { articleId } });
const think = (viewer: Viewer, text: string, words = sentence) =>
  site.as(viewer).comments.post({ body: { articleId, text, quote: quote(words) } });
const comments = (viewer: Viewer | null = null, query: object = {}) =>
  site.as(viewer).comments.list({ query: { articleId, ...query } });
const rewrite = (text: string) => site.writes({ id: articleId, markdown: text });

test('a highlighted sentence is listed for everybody with its number of people, and to its reader as their own', async () => {
  const own = await mark(site.ming);
  await mark(site.ming);
  await mark(site.owner);
  expect(own).toMatchObject({
    words: sentence,
    before: expect.stringMatching(/词是成群来的。$/),
  });
  const { passages } = await list();
  expect(passages).toMatchObject([{ ids: [own.id], words: sentence, people: 2, thoughts: 0 }]);
  expect((await list()).own).toEqual([]);
  expect((await list(site.ming)).own).toEqual([own]);
  await site.as(site.ming).highlights.remove({ query: { id: own.id } });
  await site.as(site.ming).highlights.remove({ query: { id: own.id } });
  expect((await list(site.ming)).own).toEqual([]);
  expect((await list()).passages).toMatchObject([{ people: 1 }]);
});

test('the article tells its page whether it has highlights, without a call more', async () => {
  const shown = async () => (await site.as(null).articles.info({ query: { id: articleId } })).highlights;
  expect(await shown()).toBe('none');
  const { id } = await mark(site.ming);
  expect(await shown()).toBe('some');
  await site.as(site.ming).highlights.remove({ query: { id } });
  expect(await shown()).toBe('none');
  await site.turn({ highlights: false });
  expect(await shown()).toBe('off');
});

test('overlapping passages are one, and whoever marked both counts once; at most eight are shown, the most marked', async () => {
  const body = (words: string) => ({ body: { articleId, quote: quote(words) } });
  for (const reader of ['甲', '乙', '丙']) {
    await enter(site.db, reader);
    await site.withToken(reader).highlights.add(body('并不是想得慢。'));
  }
  await site.withToken('甲').highlights.add(body(sentence));
  expect((await list()).passages).toMatchObject([{ words: sentence, people: 3 }]);

  const lines = Array.from({ length: 12 }, (_, number) => `这是第${'甲乙丙丁戊己庚辛壬癸子丑'[number]}句话。`);
  articleId = await site.writes({ markdown: lines.join('\n\n') });
  for (const line of lines) await mark(site.ming, line);
  for (const line of lines.slice(4)) await mark(site.owner, line);
  expect((await list()).passages.map(({ words }) => words)).toEqual(lines.slice(4));
});

test('what the article does not say cannot be marked, and each refusal names the field', async () => {
  const refused = { id: 'invalid-input', field: 'quote.words' };
  await expect(mark(site.ming, '这句话不在里面')).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('没有这一句'),
  });
  await expect(mark(site.ming, '写')).rejects.toMatchObject({ ...refused, message: '至少选两个字' });
  await expect(mark(site.ming, '字'.repeat(601))).rejects.toMatchObject({ ...refused, message: '一次最多选 600 个字' });
  await expect(think(site.ming, '想', '这句话不在里面')).rejects.toMatchObject(refused);
  const thought = await think(site.ming, '是这样');
  await expect(
    site.as(site.owner).comments.post({ body: { articleId, text: '同感', replyTo: thought.id, quote: quote() } }),
  ).rejects.toMatchObject({ id: 'invalid-input', field: 'quote' });
  const sayId = await site.says();
  await expect(
    site.as(site.owner).comments.post({ body: { sayId, text: '同感', quote: quote() } }),
  ).rejects.toMatchObject({ id: 'invalid-input', field: 'quote' });
});

test('one member marks at most sixty sentences of an article', async () => {
  const lines = Array.from({ length: 61 }, (_, number) => `第 ${number + 100} 句`);
  articleId = await site.writes({ markdown: lines.join('\n\n') });
  for (const line of lines.slice(0, 60)) await mark(site.ming, line);
  await expect(mark(site.ming, lines[60])).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await list(site.ming)).own).toHaveLength(60);
});

test('a visitor marks nothing on the server, and nobody an article that is not there or not published', async () => {
  await expect(site.as(null).highlights.add({ body: { articleId, quote: quote() } })).rejects.toMatchObject({
    id: 'signed-out',
  });
  const draft = await site.writes({ markdown, state: 'draft' });
  for (const id of [draft, 9999]) {
    await expect(site.as(site.lin).highlights.add({ body: { articleId: id, quote: quote() } })).rejects.toMatchObject({
      id: 'not-found',
    });
    await expect(site.as(site.lin).highlights.list({ query: { articleId: id } })).rejects.toMatchObject({
      id: 'not-found',
    });
  }
});

test('of a locked article only the sentences of its opening are told and may be marked', async () => {
  articleId = await site.writes({
    markdown: `谁都读得到的这一句。\n\n<!-- more -->\n\n${sentence}登录才读得到。`,
    readType: 4,
  });
  await mark(site.ming);
  await mark(site.ming, '谁都读得到的这一句。');
  await think(site.ming, '锁着的想法');
  const words = (viewer: Viewer | null) => list(viewer).then(({ passages }) => passages.map((one) => one.words));
  expect(await words(null)).toEqual(['谁都读得到的这一句。']);
  expect(await words(site.ming)).toEqual(['谁都读得到的这一句。', sentence]);
  expect((await comments()).records).toMatchObject([{ html: expect.stringContaining('锁着的想法'), quote: null }]);
  expect((await comments(site.ming)).records).toMatchObject([{ quote: { words: sentence, changed: false } }]);
  await site.db.updateTable('articles').set({ readType: 2 }).where('id', '=', articleId).execute();
  await expect(mark(site.ming)).rejects.toMatchObject({ id: 'invalid-input', field: 'quote.words' });
});

test('a thought is a comment with its sentence, and is listed by it', async () => {
  const { id } = await mark(site.owner);
  const thought = await think(site.ming, '心跑了，手还在原地');
  await site.as(site.ming).comments.post({ body: { articleId, text: '只是评论' } });
  expect(thought.quote).toEqual({ words: sentence, changed: false });
  expect((await list()).passages).toMatchObject([{ ids: [id], people: 1, thoughts: 1 }]);
  const bySentence = await comments(null, { passages: `${id}` });
  expect(bySentence.records.map((one) => one.id)).toEqual([thought.id]);
  expect((await comments()).total).toBe(2);
  const [row] = (await site.office(site.owner).comments.list({ query: { text: '心跑了' } })).records;
  expect(row).toMatchObject({ quote: sentence });
});

test('a held thought is seen by its author and the staff only, and counts once it is released', async () => {
  await site.turn({ comments: 'review' });
  const { id, held } = await think(site.ming, '等人看');
  expect(held).toBe(true);
  expect((await list()).passages).toEqual([]);
  const [passage] = await site.db.selectFrom('passages').select('id').execute();
  const seen = async (viewer: Viewer | null) =>
    (await comments(viewer, { passages: `${passage?.id}` })).records.map((one) => one.id);
  expect([await seen(null), await seen(site.lin), await seen(site.ming), await seen(site.owner)]).toEqual([
    [],
    [],
    [id],
    [id],
  ]);
  await site.as(site.owner).comments.release({ body: { id } });
  expect((await list()).passages).toMatchObject([{ people: 0, thoughts: 1 }]);
});

test('switched off by the owner, every call refuses and thoughts stay among the comments', async () => {
  await think(site.ming, '先写下的');
  await site.turn({ highlights: false });
  const off = { id: 'feature-off' };
  await expect(list()).rejects.toMatchObject(off);
  await expect(mark(site.ming)).rejects.toMatchObject(off);
  await expect(site.as(site.ming).highlights.remove({ query: { id: 1 } })).rejects.toMatchObject(off);
  await expect(think(site.ming, '再写')).rejects.toMatchObject(off);
  expect((await comments()).records).toMatchObject([{ html: expect.stringContaining('先写下的') }]);
});

test('switched off by its author, an article takes none and shows none, and gets them back', async () => {
  await mark(site.ming);
  await think(site.ming, '先写下的');
  await site.db.updateTable('articles').set({ authorId: site.owner.id }).where('id', '=', articleId).execute();
  const change = async (highlighting: boolean) => {
    const mine = site.as(site.owner).drafts;
    const { version, content } = await mine.mine({ query: { id: articleId } });
    const saved = await mine.save({ body: { id: articleId, version, content: { ...content, highlighting } } });
    await mine.submit({ body: { id: articleId, version: saved.version } });
  };
  await change(false);
  expect(await list(site.ming)).toEqual({ passages: [], own: [] });
  expect((await site.as(null).articles.info({ query: { id: articleId } })).highlights).toBe('off');
  for (const refused of [mark(site.lin), think(site.lin, '再写')])
    await expect(refused).rejects.toMatchObject({ id: 'not-allowed', message: '作者没有开放这一篇的划线与想法' });
  expect((await comments()).records).toMatchObject([{ quote: { words: sentence, changed: false } }]);
  await change(true);
  expect((await list(site.ming)).own).toHaveLength(1);
});

test('hidden comments hide the thoughts of a sentence, not its highlights', async () => {
  await mark(site.owner);
  await think(site.ming, '看不见的想法');
  await site.turn({ comments: 'hidden' });
  expect((await list()).passages).toMatchObject([{ people: 1, thoughts: 0 }]);
});

test('a passage that nobody marks or wrote about is forgotten, one with a thought is not', async () => {
  const { id } = await mark(site.ming);
  await think(site.owner, '留着');
  const other = await mark(site.ming, '头一件，写完不急着改。');
  for (const one of [id, other.id]) await site.as(site.ming).highlights.remove({ query: { id: one } });
  expect(await site.db.selectFrom('passages').select('id').execute()).toEqual([{ id }]);
});

/** Edits after which the sentence stands as it did, and those after which it does not. */
const paragraphs = markdown.split('\n\n');
const keeping = [
  ...Array.from({ length: 15 }, (_, at) => `${'新加的一段。'.repeat(at + 1)}\n\n${markdown}`),
  ...Array.from({ length: 5 }, (_, at) => markdown.replace('他只是', `他${'真的'.repeat(at + 1)}只是`)),
  ...Array.from({ length: 5 }, (_, at) =>
    markdown.replace('词是成群来的。', `词是成群来的，${'一个牵着一个，'.repeat(at + 1)}`),
  ),
  paragraphs.toReversed().join('\n\n'),
  paragraphs.slice(1).join('\n\n'),
  markdown.replace(sentence, `**${sentence}**`),
  markdown.replace(sentence, `[${sentence}](https://example.com)`),
  markdown.replace(sentence, `\n\n> ${sentence}\n\n`),
  markdown.replace('写得慢的人', '写得慢的\n人'),
  `${markdown}\n\n写得慢的人，是另一回事。`,
  `${markdown.replace('词是成群来的', '词成群地来')}\n\n又一段。`,
];
const losing = [
  ...['快', '长', '短', '好', '坏', '早', '晚'].map((word) => markdown.replace('想得慢', `想得${word}`)),
  markdown.replace(sentence, ''),
  markdown.replace(sentence, sentence.replace('，', '、')),
  markdown.replace('并不是', '也不是'),
  paragraphs.slice(0, 1).join(''),
  '整篇重写了。',
  ...Array.from({ length: 6 }, (_, at) => markdown.replace('写得慢的人', `写得慢的${'那'.repeat(at + 1)}人`)),
];

test('of fifty edits each keeps a highlight at its sentence, or says of its thought that the sentence has changed', async () => {
  expect(keeping.length + losing.length).toBeGreaterThanOrEqual(50);
  await mark(site.ming);
  await think(site.ming, '想法');
  const look = async () => ({
    shown: (await list()).passages.map(({ words }) => words),
    own: (await list(site.ming)).own.length,
    changed: (await comments()).records[0]?.quote?.changed,
  });
  for (const text of keeping) {
    await rewrite(text);
    expect([text, await look()]).toEqual([text, { shown: [sentence], own: 1, changed: false }]);
  }
  for (const text of losing) {
    await rewrite(text);
    expect([text, await look()]).toEqual([text, { shown: [], own: 0, changed: true }]);
  }
  await rewrite(markdown);
  expect(await look()).toEqual({ shown: [sentence], own: 1, changed: false });
});

test('two short words that stand in a text often are found by their neighbours, and lost with them', async () => {
  await rewrite('先生说慢。他写字很慢，走路也很慢，吃饭更慢。');
  await site
    .as(site.ming)
    .highlights.add({ body: { articleId, quote: quote('很慢', { before: '走路也', after: '，吃饭' }) } });
  expect((await list()).passages).toMatchObject([{ before: '先生说慢。他写字很慢，走路也', words: '很慢' }]);
  await rewrite('他写字很慢，走路却快，吃饭更慢。先生说慢。');
  expect((await list()).passages).toEqual([]);
});

test('with the account its highlights go, and with the article all of them', async () => {
  await mark(site.ming);
  await mark(site.owner);
  await site.db.deleteFrom('highlights').where('userId', '=', site.ming.id).execute();
  expect((await list()).passages).toMatchObject([{ people: 1 }]);
  await think(site.ming, '想法');
  await site.db.deleteFrom('articles').where('id', '=', articleId).execute();
  for (const table of ['passages', 'highlights', 'comments'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute()).toEqual([]);
});
