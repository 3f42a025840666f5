import { expect, test } from 'vitest';
import { eraseArticle } from '../src/content/articles/remove-article.ts';
import { freshSite } from './fresh-site.ts';
import { tokenOf } from './site.ts';

const site = freshSite();

const call = async (viewer: { id: number }, method: 'GET' | 'POST' | 'DELETE', url: string, payload: object = {}) => {
  const headers = { authorization: tokenOf(viewer) };
  return (await site.app.inject({ method, url, headers, ...(method === 'POST' && { payload }) })).json();
};

test('comments, likes and reports on a say erased meanwhile get not found, never a 500', async () => {
  const codes: number[] = [];
  let reported = 0;
  for (let round = 0; round < 15; round++) {
    const id = await site.says({ text: `第 ${round} 句` });
    const answers = await Promise.all([
      ...[0, 1, 2].map((n) =>
        call(site.ming, 'POST', '/v1/comment/', { sayId: id, text: `${round} ${n}`, key: `${round} ${n}` }),
      ),
      call(site.ming, 'GET', `/v1/say/like?id=${id}&like=1`),
      call(site.owner, 'POST', '/v1/say/report', { id, reason: '广告' }),
      call(site.lin, 'DELETE', `/v1/say/?id=${id}`),
      call(site.owner, 'POST', '/v1/comment/', { sayId: id, text: `站长 ${round}`, key: `站长 ${round}` }),
    ]);
    codes.push(...answers.map(({ code }) => code));
    if (answers[4]?.code === 200) reported++;
  }
  expect(codes.filter((code) => ![200, 404, 410].includes(code))).toEqual([]);
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(15);
  expect(await site.db.selectFrom('says').select('id').execute()).toEqual([]);
  expect(await site.db.selectFrom('comments').select('id').execute()).toEqual([]);
  const reports = await site.db.selectFrom('reports').select(['sayId', 'excerpt']).execute();
  expect(reports).toEqual(Array(reported).fill({ sayId: null, excerpt: expect.stringMatching(/第 \d+ 句/) }));
});

test('comments and collects on an article erased meanwhile get not found', async () => {
  const codes: number[] = [];
  for (let round = 0; round < 10; round++) {
    const id = await site.writes({ title: `第 ${round} 篇` });
    const answers = await Promise.all([
      ...[0, 1, 2].map((n) =>
        call(site.ming, 'POST', '/v1/comment/', { articleId: id, text: `${round} ${n}`, key: `${round} ${n}` }),
      ),
      call(site.ming, 'GET', `/v1/collect/insertCollect?articleId=${id}`),
      eraseArticle(site, id).then(() => ({ code: 200 })),
      call(site.owner, 'GET', `/v1/collect/insertCollect?articleId=${id}`),
    ]);
    codes.push(...answers.map(({ code }) => code));
  }
  expect(codes.filter((code) => ![200, 404, 410].includes(code))).toEqual([]);
  for (const table of ['comments', 'collects'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('concurrent creation of shares and series respects the limits', async () => {
  const { id } = await site
    .as(site.owner)
    .drafts.create({ body: { key: 'draft-of-shares', content: { title: '草稿', markdown: '字' } } });
  const made = await Promise.allSettled(
    Array.from({ length: 30 }, () => site.as(site.owner).shares.create({ body: { id, days: 7 } })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 'already-done' });
  expect(await site.as(site.owner).shares.list({ query: { id } })).toHaveLength(20);

  const begun = await Promise.allSettled(
    Array.from({ length: 110 }, (_, n) =>
      site.as(site.owner).series.create({ body: { name: `专栏 ${n}`, intro: '' } }),
    ),
  );
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});
