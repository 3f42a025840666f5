import { noticeKinds } from '@mojian/contract/platform/rules';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const noticesOf = async (viewer: typeof site.lin) =>
  (await site.as(viewer).notices.list({ query: { type: noticeKinds.comment } })).records.map(({ reason, text }) => [
    reason,
    text,
  ]);

test.each([
  ['an article', async () => ({ articleId: await site.writes() })],
  ['a say', async () => ({ sayId: await site.says() })],
] as const)(
  'the author of %s hears of every comment under it, and whoever is answered hears of the answer',
  async (_name, make) => {
    const target = await make();
    const post = (viewer: typeof site.lin, text: string, replyTo?: number) =>
      site.as(viewer).comments.post({ body: { ...target, text, ...(replyTo && { replyTo }) } });
    const first = await post(site.ming, '雨停了吗');
    const answer = await post(site.owner, '停了', first.id);
    await post(site.ming, '好', answer.id);
    expect(await noticesOf(site.lin)).toEqual([
      ['own', '好'],
      ['own', '停了'],
      ['own', '雨停了吗'],
    ]);
    expect(await noticesOf(site.ming)).toEqual([['reply', '停了']]);
    expect(await noticesOf(site.owner)).toEqual([['reply', '好']]);

    await post(site.lin, '我也在', first.id);
    expect(await noticesOf(site.lin)).toHaveLength(3);
    const toLin = await post(site.lin, '这里', undefined);
    await post(site.ming, '见到了', toLin.id);
    expect((await noticesOf(site.lin))[0]).toEqual(['reply', '见到了']);

    await site.as(site.owner).comments.remove({ query: { id: answer.id } });
    expect(await noticesOf(site.lin)).not.toContainEqual(['own', '停了']);
  },
);
