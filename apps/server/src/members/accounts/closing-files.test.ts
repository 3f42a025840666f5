import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { finishClosing } from './close-account.ts';

const site = freshSite();

const user = () => site.db.selectFrom('users').selectAll().where('id', '=', site.lin.id).executeTakeFirstOrThrow();

/** 小林 closed their account two weeks ago, and the job runs. */
async function pass(writings: 'keep' | 'remove', deps: Parameters<typeof finishClosing>[0] = site) {
  const closed = { closesAt: 5, keepWritings: Number(writings === 'keep') };
  await site.db.updateTable('users').set(closed).where('id', '=', site.lin.id).execute();
  await finishClosing(deps);
}

const keyOf = (mail: string, copy = '') => `${mail}${mail}/${mail.repeat(32)}${copy}.webp`;

async function upload(mail: string, ...owners: number[]) {
  const key = keyOf(mail);
  const copy = keyOf(mail, '-320');
  const sizes = JSON.stringify([{ width: 320, key: copy, bytes: 1 }]);
  const file = { key, type: 'image/webp', width: 8, height: 8, bytes: 1, createdAt: 0, sizes };
  await site.db.insertInto('files').values(file).execute();
  for (const userId of owners) await site.db.insertInto('fileOwners').values({ key, userId, createdAt: 0 }).execute();
  for (const one of [key, copy]) await site.storage.put(one, Buffer.from(mail), 'image/webp');
}

const isStored = async (mail: string) => {
  const row = await site.db.selectFrom('files').select('key').where('key', '=', keyOf(mail)).executeTakeFirst();
  const bytes = [await site.storage.has(keyOf(mail)), await site.storage.has(keyOf(mail, '-320'))];
  expect(bytes, mail).toEqual([row !== undefined, row !== undefined]);
  return row !== undefined;
};

test('pictures are removed unless another member uploaded them or they are still in use', async () => {
  const { lin, ming } = site;
  for (const mail of [...'abcdef23']) await upload(mail, lin.id);
  await upload('0', lin.id, ming.id);
  await upload('1', ming.id);
  await site.db
    .updateTable('users')
    .set({ avatar: `/files/${keyOf('a')}` })
    .where('id', '=', lin.id)
    .execute();
  await site.writes({ markdown: `![](/files/${keyOf('b')})` });
  await site.writes({ cover: `/files/${keyOf('c', '-320')}`, authorId: ming.id });
  await site.says({ pictures: [{ url: `/files/${keyOf('d')}`, width: 8, height: 8 }] });
  await site.writes({ state: 'draft', markdown: `![](/files/${keyOf('e')})` });
  const content = { title: '借来的图', markdown: `![](/files/${keyOf('2')})` };
  await site.as(ming).drafts.create({ body: { key: 'browser-1', content } });
  await site.as(lin).drafts.create({
    body: { key: 'browser-1', content: { ...content, markdown: `![](/files/${keyOf('3')})` } },
  });
  await site.db
    .insertInto('settings')
    .values({ name: 'rewards', value: `{"wechat":"/files/${keyOf('f')}"}` })
    .execute();
  await pass('keep');
  const stored = await Promise.all([...'abcdef0123'].map(async (mail) => [mail, await isStored(mail)]));
  expect(Object.fromEntries(stored)).toEqual({
    a: false,
    b: true,
    c: true,
    d: true,
    e: false,
    f: true,
    0: true,
    1: true,
    2: true,
    3: false,
  });
  const owners = await site.db.selectFrom('fileOwners').select(['key', 'userId']).orderBy('key').execute();
  expect(owners).toEqual(['0', '1'].map((mail) => ({ key: keyOf(mail), userId: ming.id })));
});

test('removing the writings removes their pictures', async () => {
  await upload('b', site.lin.id);
  await upload('c', site.lin.id);
  await site.writes({ markdown: `![](/files/${keyOf('b')})` });
  await site.writes({ authorId: site.ming.id, markdown: `![](/files/${keyOf('c')})` });
  await pass('remove');
  expect([await isStored('b'), await isStored('c')]).toEqual([false, true]);
});

test('with storage unreachable the removal is retried by the next run', async () => {
  await upload('b', site.lin.id);
  const storage = { ...site.storage, remove: () => Promise.reject(new Error('连不上')) };
  await expect(pass('keep', { ...site, storage })).rejects.toThrow('连不上');
  expect(await user()).toMatchObject({ nickname: '已注销用户', closesAt: 5 });
  await finishClosing(site);
  expect(await isStored('b')).toBe(false);
  expect((await user()).closesAt).toBe(0);
});

test('a used picture is found among hundreds of texts', async () => {
  for (const mail of ['a', 'b']) await upload(mail, site.lin.id);
  const shown = `![](/files/${keyOf('c')})`;
  await site.db
    .insertInto('says')
    .values(Array.from({ length: 120 }, () => ({ authorId: site.ming.id, text: shown, createdAt: 0 })))
    .execute();
  await site.says({ authorId: site.ming.id, text: `![](/files/${keyOf('a')})` });
  await pass('keep');
  expect([await isStored('a'), await isStored('b')]).toEqual([true, false]);
});

test('pictures of the profile that nobody uploaded go too, unless they are in use elsewhere', async () => {
  for (const mail of ['a', 'b']) await upload(mail);
  const profile = { avatar: `/files/${keyOf('a')}`, cover: `/files/${keyOf('b', '-320')}` };
  await site.db.updateTable('users').set(profile).where('id', '=', site.lin.id).execute();
  await site.writes({ authorId: site.ming.id, markdown: `![](/files/${keyOf('b')})` });
  await pass('keep');
  expect([await isStored('a'), await isStored('b')]).toEqual([false, true]);
  expect(await site.db.selectFrom('fileOwners').selectAll().execute()).toEqual([]);
});
