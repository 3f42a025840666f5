import { maskedSecret } from '@mojian/contract/platform/rules';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const secret = '余下的部分';
const markdown = `开头。\n\n<!-- more -->\n\n${secret}。`;
const word = '芝麻开门';

type Content = Parameters<ReturnType<typeof site.as>['drafts']['create']>[0]['body']['content'];
type Viewer = typeof site.owner;

/** The owner writes and publishes. */
async function publishes(content: Content = {}, kind: 'article' | 'page' = 'article') {
  const whole = {
    title: '宝库',
    markdown,
    readType: 6 as const,
    password: word,
    passwordHint: '对石头说的话',
    ...content,
  };
  const body = { key: `browser-${crypto.randomUUID()}`, kind, content: whole };
  const { id, version } = await site.as(site.owner).drafts.create({ body });
  await site.as(site.owner).drafts.submit({ body: { id, version } });
  return id;
}

/** The owner changes some of it and publishes again. */
async function changes(id: number, content: Content) {
  const { drafts } = site.as(site.owner);
  const draft = await drafts.mine({ query: { id } });
  const { version } = await drafts.save({
    body: { id, version: draft.version, content: { ...draft.content, ...content } },
  });
  await drafts.submit({ body: { id, version } });
}

const unlock = (viewer: Viewer | null, id: number, password: string, address?: string) =>
  site.as(viewer, address ? { address } : undefined).articles.unlock({ body: { id, password } });

/** Whether this reader is sent the whole text, or only its opening. */
async function reads(viewer: Viewer | null, id: number, key?: string | null) {
  const { locked, html } = await site.as(viewer).articles.info({ query: { id, ...(key && { key }) } });
  expect(html.includes(secret)).toBe(!locked);
  return !locked;
}

test('whoever knows the word reads on in their browser; a wrong word and a key of another article open nothing', async () => {
  const [id, other] = [await publishes(), await publishes()];
  const info = await site.as(null).articles.info({ query: { id } });
  expect(info).toMatchObject({ readType: 6, locked: true, passwordHint: '对石头说的话' });
  await expect(unlock(null, id, '芝麻关门')).rejects.toMatchObject({ id: 'wrong-code', field: 'password' });
  const { key } = await unlock(null, id, ` ${word} `);
  expect(key).toMatch(/^[\w-]{40,}$/);
  expect([await reads(null, id, key), await reads(null, id), await reads(null, other, key)]).toEqual([
    true,
    false,
    false,
  ]);
  const stored = await site.db.selectFrom('unlocks').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(key);
});

test('a member opens it for the account; author and staff read without', async () => {
  const id = await publishes();
  expect(await reads(site.owner, id)).toBe(true);
  expect(await reads(site.ming, id)).toBe(false);
  expect(await unlock(site.ming, id, word)).toEqual({ key: null });
  expect(await unlock(site.ming, id, word)).toEqual({ key: null });
  expect([await reads(site.ming, id), await reads(site.lin, id)]).toEqual([true, false]);
});

test('another word closes it to all, the same one to nobody', async () => {
  const id = await publishes();
  const { key } = await unlock(null, id, word);
  await unlock(site.ming, id, word);
  await changes(id, { title: '改了题目' });
  await changes(id, { title: '又改了', password: word });
  expect([await reads(null, id, key), await reads(site.ming, id)]).toEqual([true, true]);
  await changes(id, { password: '换了一个' });
  expect([await reads(null, id, key), await reads(site.ming, id)]).toEqual([false, false]);
  await expect(unlock(null, id, word)).rejects.toMatchObject({ id: 'wrong-code' });
  const next = await unlock(null, id, '换了一个');
  await changes(id, { readType: 3, password: '' });
  expect(await reads(null, id, next.key)).toBe(false);
  expect(await site.db.selectFrom('articlePasswords').selectAll().execute()).toEqual([]);
});

test('ten wrong words in ten minutes are all that an address has, and two hundred an article', async () => {
  const [id, other] = [await publishes(), await publishes()];
  const [here, there] = ['203.0.113.7', '203.0.113.8'];
  await unlock(null, id, word, here);
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(unlock(null, attempt % 2 ? id : other, '不对', here)).rejects.toMatchObject({ id: 'wrong-code' });
  for (const one of [id, other])
    await expect(unlock(null, one, word, here)).rejects.toMatchObject({
      id: 'too-many-requests',
      field: 'password',
      message: '口令错了太多次，请 10 分钟后再试',
    });
  expect(await unlock(null, id, word, there)).toMatchObject({ key: expect.any(String) });

  await site.db.updateTable('limits').set({ hits: 200 }).where('name', '=', `article password of ${id}`).execute();
  await expect(unlock(null, id, word, there)).rejects.toMatchObject({
    id: 'too-many-requests',
    retryAfter: expect.any(Number),
  });
  expect(await unlock(site.ming, id, word, there)).toEqual({ key: null });
  expect(await unlock(null, other, word, there)).toMatchObject({ key: expect.any(String) });
});

test('words tried at once count each other', async () => {
  const id = await publishes();
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => unlock(null, id, '不对', '203.0.113.9')));
  const reasons = tries.map((one) => (one.status === 'rejected' ? one.reason.id : 'open'));
  expect(reasons.filter((reason) => reason === 'wrong-code')).toHaveLength(10);
  expect(reasons.filter((reason) => reason === 'too-many-requests')).toHaveLength(20);
});

test('no word, one that is too long, and articles without one are refused by name', async () => {
  const id = await publishes();
  for (const password of ['', '  ', '长'.repeat(129)])
    await expect(unlock(null, id, password)).rejects.toMatchObject({ id: 'invalid-input', field: 'password' });
  for (const readType of [0, 3, 4])
    await expect(unlock(null, await site.writes({ readType }), word)).rejects.toMatchObject({ field: 'id' });
  await expect(unlock(null, await publishes({ readType: 5 }), word)).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(null).articles.checkCode({ query: { id, code: '123456' } })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'id',
  });
  await site.as(site.owner).drafts.withdraw({ body: { id } });
  await expect(unlock(null, id, word)).rejects.toMatchObject({ id: 'not-found' });
  await site.as(site.owner).drafts.remove({ query: { id } });
  await expect(unlock(null, id, word)).rejects.toMatchObject({ id: 'not-found' });
});

test('a submission without a word is refused at the field, and another way of reading forgets it', async () => {
  const { drafts } = site.as(site.owner);
  const content = { title: '宝库', markdown, readType: 6 as const };
  const { id, version } = await drafts.create({
    body: { key: 'browser-1', content: { ...content, password: maskedSecret } },
  });
  await expect(drafts.submit({ body: { id, version } })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'password',
  });
  await expect(
    drafts.save({ body: { id, version, content: { ...content, password: '长'.repeat(129) } } }),
  ).rejects.toMatchObject({ id: 'invalid-input', field: 'content.password' });
  const free = { ...content, readType: 0 as const, password: word, passwordHint: '提示' };
  await drafts.save({ body: { id, version, content: free } });
  expect((await drafts.mine({ query: { id } })).content).toMatchObject({ password: '', passwordHint: '' });
});

test('the word is stored as a hash, and no reply says more than that one is set', async () => {
  const { drafts, revisions } = site.as(site.owner);
  const id = await publishes();
  const { version, content } = await drafts.mine({ query: { id } });
  expect(content).toMatchObject({ password: maskedSecret, passwordHint: '对石头说的话' });
  const edited = { ...content, markdown: `${markdown}\n\n再加一段。`, password: '第二个' };
  const { version: next } = await drafts.save({ body: { id, version, content: edited } });
  // the reply was lost: the same save again is the same draft
  expect(await drafts.save({ body: { id, version, content: edited } })).toMatchObject({ version: next });
  await revisions.keep({ body: { id, content: edited } });
  const [stored, first] = await revisions.list({ query: { id } });
  const replies = [
    await drafts.mine({ query: { id } }),
    await revisions.info({ query: { id: stored?.id ?? 0 } }),
    await revisions.info({ query: { id: first?.id ?? 0 } }),
    await site.office(site.owner).articles.present({ query: { id } }),
  ];
  for (const reply of replies) expect(reply.content.password).toBe(maskedSecret);
  await drafts.submit({ body: { id, version: next } });
  const now = await drafts.mine({ query: { id } });
  await site.office(site.owner).articles.revert({ body: { id: first?.id ?? 0, version: now.version } });
  expect(await unlock(null, id, word)).toMatchObject({ key: expect.any(String) });

  const rows = await Promise.all([
    site.db.selectFrom('drafts').selectAll().execute(),
    site.db.selectFrom('revisions').selectAll().execute(),
    site.db.selectFrom('articlePasswords').selectAll().execute(),
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/芝麻开门|第二个/);
  const acts = JSON.stringify(await site.db.selectFrom('auditLog').selectAll().execute());
  expect(acts).not.toContain('argon2');
});

test('a draft equal to the public text is no draft, with its word sent or stored', async () => {
  const { drafts } = site.as(site.owner);
  const id = await publishes();
  for (const password of [maskedSecret, word]) {
    const { version, content } = await drafts.mine({ query: { id } });
    await drafts.save({ body: { id, version, content: { ...content, password } } });
    expect(await drafts.mine({ query: { id } })).toMatchObject({ changed: false });
  }
});

test('a page opens by a word as well, and the office finds what does', async () => {
  const page = await publishes({ slug: 'treasure' }, 'page');
  expect(await reads(null, page)).toBe(false);
  expect(await reads(null, page, (await unlock(null, page, word)).key)).toBe(true);
  const [id, code] = [await publishes(), await site.writes({ readType: 3 })];
  const find = async (readType: '3' | '6') => {
    const { data } = await site.office(site.owner).articles.list({ query: { readType } });
    return [data.total, data.records.map((row) => [row.id, row.readType])];
  };
  expect(await find('6')).toEqual([1, [[id, 6]]]);
  expect(await find('3')).toEqual([1, [[code, 3]]]);
});
