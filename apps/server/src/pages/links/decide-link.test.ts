import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { approveLink, refuseLink } from './links.ts';

const site = freshSite();

const email = 'a@friend.example';
const state = async () => (await site.db.selectFrom('links').select(['state', 'reason', 'groupName']).execute())[0];
const dropped = () => site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();

async function applied() {
  const friend = {
    name: '<b>邻居',
    info: '写字',
    url: 'https://friend.example',
    avatar: 'https://friend.example/a.png',
    email,
  };
  await site.as(null).links.apply({ body: friend });
  const { id } = await site.db.selectFrom('links').select('id').executeTakeFirstOrThrow();
  return id;
}

test('an approved link is listed and its owner gets a mail', async () => {
  await approveLink(site, await applied(), '朋友');
  expect(await site.as(null).links.list()).toMatchObject({
    count: 1,
    groups: [{ name: '朋友', links: [{ name: '<b>邻居' }] }],
  });
  expect(await site.letters()).toMatchObject([
    { to: email, subject: '友链申请通过了', button: { url: 'https://mojian.example/links' } },
  ]);
  expect(await dropped()).toEqual([{ payload: '{"tags":["links"]}' }]);
});

test('a refused applicant gets the reason and is not listed', async () => {
  await refuseLink(site, await applied(), ' 还没有十篇文章 ');
  expect(await state()).toMatchObject({ state: 'refused', reason: '还没有十篇文章' });
  expect(await site.as(null).links.list()).toMatchObject({ count: 0 });
  const [mail] = await site.letters();
  expect(mail).toMatchObject({ to: email, subject: '友链申请没有通过' });
  expect(mail?.lines).toContain('原因：还没有十篇文章');
  expect(await dropped()).toEqual([]);
});

test('a refusal needs a reason', async () => {
  const id = await applied();
  await expect(refuseLink(site, id, ' \u200b')).rejects.toMatchObject({ id: 'invalid-input', field: 'reason' });
  expect(await state()).toMatchObject({ state: 'pending' });
  expect(await site.letters()).toEqual([]);
});

test('an application is decided once', async () => {
  const id = await applied();
  const answers = await Promise.allSettled([approveLink(site, id), refuseLink(site, id, '不合适')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(approveLink(site, id)).rejects.toMatchObject({ id: 'already-done', message: '这份申请已经处理过了' });
  expect(await site.letters()).toHaveLength(1);
  await expect(refuseLink(site, 999, '不合适')).rejects.toMatchObject({ id: 'not-found' });
});

test('a link without an e-mail is approved without a mail', async () => {
  const id = await applied();
  await site.db.updateTable('links').set({ email: '' }).execute();
  await approveLink(site, id);
  expect(await site.letters()).toEqual([]);
});
