import { afterEach, beforeEach, expect, test } from 'vitest';
import { hear } from '../../../test/hear.ts';
import { testSite, tokenOf } from '../../../test/site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let address: string;

beforeEach(async () => {
  site = await testSite();
  address = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => site.close());

/** Asks for all that is named here, and waits until the stream stands. */
async function listens(viewer: Viewer | null) {
  const requested = ['articles', 'comments', 'feedback', 'settings', 'audit', 'nothing'];
  const query = requested.map((noun) => `topic=office:${noun}`).join('&');
  const stream = await hear(address, `?${query}`, viewer ? { token: tokenOf(viewer) } : {});
  await expect.poll(stream.types).toContain('hello');
  return stream;
}

async function becomes(viewer: Viewer, role: Viewer['role']) {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  return { ...viewer, role };
}

const changed = (noun: string) => ({ topic: `office:${noun}`, id: 0 });
const feeds = (viewer: Viewer) =>
  site.as(viewer).feedback.send({ body: { type: 2, title: '字太小了', content: '看不清' } });

test('office changes reach those who may read them, as a topic without content', async () => {
  const articleId = await site.writes();
  const [editor, other] = [await becomes(site.ming, 'editor'), await becomes(site.lin, 'moderator')];
  const streams = [await listens(site.owner), await listens(editor), await listens(other), await listens(null)];
  const refused = streams.map((stream) => stream.data('hello'));
  expect(refused).toEqual([
    [{ refused: ['office:nothing'] }],
    [{ refused: ['office:comments', 'office:feedback', 'office:settings', 'office:audit', 'office:nothing'] }],
    [{ refused: ['office:articles', 'office:settings', 'office:audit', 'office:nothing'] }],
    [{ refused: expect.arrayContaining(['office:articles', 'office:comments', 'office:audit']) }],
  ]);
  await feeds(other);
  await site.as(other).comments.post({ body: { articleId, text: '好文', key: crypto.randomUUID() } });
  await site.office(site.owner).articles.act({ body: { ids: [articleId], act: 'pin' } });
  const all = [changed('feedback'), changed('comments'), changed('articles'), changed('audit')];
  const heard = [all, [changed('articles')], all.slice(0, 2), []];
  await expect.poll(() => streams.map((stream) => stream.data('changed'))).toEqual(heard);
});

test('refused and uncommitted changes are not announced', async () => {
  const owner = await listens(site.owner);
  await expect(site.as(site.lin).feedback.send({ body: { type: 2, title: '', content: '' } })).rejects.toThrow();
  await site.as(site.lin).drafts.create({ body: { key: crypto.randomUUID(), content: { title: '一半' } } });
  await feeds(site.lin);
  await expect.poll(() => owner.data('changed')).toEqual([changed('feedback')]);
});
