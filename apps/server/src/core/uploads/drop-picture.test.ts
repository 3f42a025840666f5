import type { QueryId } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatIn, group } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import type { Db } from '../../platform/db/schema.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { keyOfAddress } from '../../platform/storage/storage.ts';
import { dropIfUnshown, dropUnshown } from './drop-picture.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;
let photo: Buffer;

beforeEach(async () => {
  conversation = chatIn(site);
  photo = await noise(40);
});
afterEach(() => vi.useRealTimers());

const uploaded = async () => (await upload(site, site.lin, photo)).data.url;
const send = (picture: string) => conversation.say(site.lin, '', group, { picture });
const withdraw = (id: number) => site.as(site.lin).chat.withdraw({ body: { id } });
const comment = async (picture: string) =>
  site.as(site.lin).comments.post({ body: { articleId: await site.writes(), text: '看', pictures: [picture] } });
const next = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

/** Performs what is due. */
function dropDue(db: Db = site.db) {
  const effect = (input: Parameters<typeof dropIfUnshown>[1]) => dropIfUnshown({ ...site, db }, input);
  const others = ['live', 'drop-pages', 'renew-pages', 'poke-feed'].map((kind) => [kind, async () => {}] as const);
  const effects = { ...Object.fromEntries(others), [dropUnshown]: effect };
  return new Outbox({ db: site.db, effects, steady: () => Date.now() }).run();
}

async function isStored(url: string) {
  const key = keyOfAddress(url) ?? '';
  const owners = await site.db.selectFrom('fileOwners').select('userId').where('key', '=', key).execute();
  const files = await site.db.selectFrom('files').select('key').where('key', '=', key).execute();
  const isThere = await site.storage.has(key);
  expect([owners.length, files.length]).toEqual(isThere ? [1, 1] : [0, 0]);
  return isThere;
}

/** A database where `act` happens once, right after the first reading of a table. */
function afterReading(table: string, act: () => Promise<unknown>): Db {
  const ids = new WeakSet<QueryId>();
  let isDone = false;
  return site.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`)) ids.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (isDone || !ids.has(queryId)) return result;
      isDone = true;
      await act();
      return result;
    },
  });
}

test('a picture uploaded again after its message was withdrawn stays for the text it is meant for', async () => {
  const url = await uploaded();
  await withdraw((await send(url)).id);
  expect(await uploaded()).toBe(url);
  await dropDue();
  expect(await isStored(url)).toBe(true);
  await comment(url);
});

test('a picture uploaded again while the clean-up reads the texts stays', async () => {
  const url = await uploaded();
  await withdraw((await send(url)).id);
  await dropDue(afterReading('settings', uploaded));
  expect(await isStored(url)).toBe(true);
});

test('a picture sent again while the clean-up reads the texts stays', async () => {
  const url = await uploaded();
  await withdraw((await send(url)).id);
  await dropDue(afterReading('navigationSites', () => send(url)));
  expect(await isStored(url)).toBe(true);
  await send(url);
});

test('a picture that waits in an unsent comment since before the withdrawal stays for an hour', async () => {
  const url = await uploaded();
  const { id } = await send(url);
  next(1);
  await uploaded();
  await withdraw(id);
  await dropDue();
  next(30);
  await dropDue();
  await comment(url);
  next(31);
  await dropDue();
  expect(await isStored(url)).toBe(true);
});

test('a picture uploaded for each of two messages goes within an hour of the withdrawal of both', async () => {
  const url = await uploaded();
  const first = await send(url);
  next(0.5);
  await uploaded();
  const second = await send(url);
  for (const { id } of [second, first]) {
    next(0.5);
    await withdraw(id);
    await dropDue();
  }
  expect(await isStored(url)).toBe(true);
  next(61);
  await dropDue();
  expect(await isStored(url)).toBe(false);
});

test('an entry of a former version, without times, deletes an unused picture', async () => {
  const url = await uploaded();
  await dropIfUnshown(site, { url, userId: site.lin.id });
  expect(await isStored(url)).toBe(false);
});

test('a clean-up that broke off is finished by the next attempt', async () => {
  const url = await uploaded();
  const storage = { ...site.storage, remove: () => Promise.reject(new Error('连不上')) };
  const input = { url, userId: site.lin.id };
  await expect(dropIfUnshown({ ...site, storage }, input)).rejects.toThrow('连不上');
  await dropIfUnshown(site, input);
  expect(await isStored(url)).toBe(false);
});

test('a picture uploaded while its bytes are being removed is stored anew', async () => {
  const url = await uploaded();
  const uploads: Promise<string>[] = [];
  const has = vi.spyOn(site.storage, 'has');
  const remove = async (key: string) => {
    uploads.push(uploaded());
    await expect.poll(() => has.mock.settledResults).toEqual([{ type: 'fulfilled', value: true }]);
    await site.storage.remove(key);
  };
  await dropIfUnshown({ ...site, storage: { ...site.storage, remove } }, { url, userId: site.lin.id });
  await Promise.all(uploads);
  expect(await isStored(url)).toBe(true);
});
