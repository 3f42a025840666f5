import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite({ limits: true });

const suggestion = { type: 1, title: '想要夜间模式', content: '晚上看着累。\n谢谢' } as const;
const send = (body: object = suggestion, viewer: Parameters<typeof site.as>[0] = site.ming) =>
  site.as(viewer).feedback.send({ body: body as typeof suggestion });
const rows = () => site.db.selectFrom('feedback').selectAll().execute();
const reported = async (viewer = site.owner) =>
  (await site.as(viewer).notices.list({ query: { type: 0 } })).records.map(({ title, text }) => ({ title, text }));

test('feedback of a member is stored, and only the owner is notified', async () => {
  await send();
  await send({ type: 2, title: ' 图片\n打不开 ', content: ' 第三张 ' });
  expect(await rows()).toMatchObject([
    {
      userId: site.ming.id,
      type: 1,
      title: '想要夜间模式',
      content: '晚上看着累。\n谢谢',
      settledAt: null,
      answer: '',
    },
    { type: 2, title: '图片 打不开', content: '第三张' },
  ]);
  expect(await reported()).toEqual([
    { title: '图片 打不开', text: '阿明 提了一个问题：图片 打不开\n第三张' },
    { title: '想要夜间模式', text: '阿明 提了一个建议：想要夜间模式\n晚上看着累。\n谢谢' },
  ]);
  expect(await reported(site.ming)).toEqual([]);
});

test('a notice of long feedback has its beginning, and the full text is stored', async () => {
  await send({ ...suggestion, content: '长'.repeat(2000) });
  expect((await reported())[0]?.text).toMatch(/^阿明 提了一个建议：想要夜间模式\n长{100,190}…$/);
  expect((await rows())[0]?.content).toHaveLength(2000);
});

test.each([
  [{ type: 3 }, 'type', '请选择建议或问题'],
  [{ type: undefined }, 'type', '请选择建议或问题'],
  [{ title: '' }, 'title', '请输入标题'],
  [{ title: ' \u200b\u3164 ' }, 'title', '请输入标题'],
  [{ title: undefined }, 'title', '请输入标题'],
  [{ title: '题'.repeat(61) }, 'title', '标题不能超过 60 个字'],
  [{ content: '\n\ufeff\0' }, 'content', '请输入内容'],
  [{ content: '字'.repeat(2001) }, 'content', '内容不能超过 2000 个字'],
])('%j is refused and leaves nothing behind', async (change, field, message) => {
  await expect(send({ ...suggestion, ...change })).rejects.toMatchObject({ id: 'invalid-input', field, message });
  expect(await rows()).toEqual([]);
  expect(await reported()).toEqual([]);
});

test('concurrent clicks store one entry and notify once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => send()));
  await send({ ...suggestion, title: '别的事' });
  await send(suggestion, site.lin);
  expect(await rows()).toHaveLength(3);
  expect(await reported()).toHaveLength(3);
});

test('a visitor has to log in first', async () => {
  await expect(send(suggestion, null)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await rows()).toEqual([]);
});

test('markup is stored as written and stays text', async () => {
  await send({ ...suggestion, title: '<script>alert(1)</script>' });
  expect((await reported())[0]?.title).toBe('<script>alert(1)</script>');
});

test('the eleventh message within an hour is refused', async () => {
  for (let count = 0; count < 10; count++) await send({ ...suggestion, title: `第 ${count} 件` });
  await expect(send()).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await rows()).toHaveLength(10);
});
