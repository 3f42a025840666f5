import type { adminFiles } from '@mojian/contract/core/uploads-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSizes } from '../../platform/storage/keep-picture.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { recordAct } from '../audit/audit.ts';
import * as queries from './admin-files.queries.ts';
import { findUses, type Uses } from './file-uses.ts';

type Parts = { db: Db; storage: Storage };
type Asked = Input<typeof adminFiles.remove>['body'];

const used = '正在使用，没有删除';

/**
 * Removes pictures that nothing shows. What is shown stays, also when it came to be shown just now: its rows go first,
 * then all texts are read once more, and its bytes go only when none of them names it. With `evenUsed` it goes as well,
 * and the places that show it lack a picture: for what must not be there.
 */
export async function removeFiles(parts: Parts, viewer: Viewer, { keys, evenUsed }: Asked) {
  const find = async (): Promise<Uses> => (evenUsed ? new Map() : findUses(parts.db));
  const shown = await find();
  const failed = keys.filter((key) => shown.has(key)).map((key) => ({ key, why: used }));
  const taken: queries.Taken[] = [];
  for (const key of keys.filter((one) => !shown.has(one))) {
    const file = await parts.db.transaction().execute((trx) => queries.takeFile(trx, key));
    if (file) taken.push(file);
    else failed.push({ key, why: '已经没有这个文件' });
  }
  for (const key of await settle(parts, viewer, { taken, find, evenUsed })) failed.push({ key, why: used });
  return { done: keys.length - failed.length, failed };
}

/** Those that somebody uploaded once more meanwhile. */
async function listKept(db: Db, taken: queries.Taken[]) {
  const keys = taken.map(({ file }) => file.key);
  return new Set((await queries.listFiles(db, keys)).map(({ key }) => key));
}

type Taken = Pick<Asked, 'evenUsed'> & { taken: queries.Taken[]; find: () => Promise<Uses> };

/** The keys of those that came to be used meanwhile. */
async function settle({ db, storage }: Parts, viewer: Viewer, { taken, find, evenUsed }: Taken) {
  if (taken.length === 0) return [];
  const [now, again] = await Promise.all([find(), listKept(db, taken)]);
  const back = taken.filter(({ file }) => now.has(file.key) || again.has(file.key));
  for (const one of back) await db.transaction().execute((trx) => queries.putFileBack(trx, one));
  for (const one of taken.filter((each) => !back.includes(each))) {
    const { key, sizes, bytes } = one.file;
    try {
      for (const copy of [key, ...readSizes(sizes).map((size) => size.key)]) await storage.remove(copy);
    } catch (error) {
      // the storage is away: what is still there stays known, to be removed another time
      await db.transaction().execute((trx) => queries.putFileBack(trx, one));
      throw error;
    }
    const owners = one.owners.map(({ userId }) => userId);
    await db
      .transaction()
      .execute((trx) =>
        recordAct(trx, viewer, { act: 'files.remove', subject: key, before: { bytes, owners, evenUsed } }),
      );
  }
  return back.map(({ file }) => file.key);
}
