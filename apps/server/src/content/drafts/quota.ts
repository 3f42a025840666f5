import { Failure } from '@mojian/contract/platform/failures';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { trashDays } from '@mojian/contract/platform/rules';
import { lockMember } from '../../core/identity/accounts.ts';
import { isEditor } from '../../core/identity/roles.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { makeRoom } from '../revisions/make-room.ts';
import { sumDrafts } from './quota.queries.ts';

/** What one member may keep that nobody reads. */
export const draftQuota = { articles: 500, bytes: 64 * 1024 * 1024 };

/**
 * Writes something in the transaction, unless a member then keeps more than they may of what nobody reads. Old versions
 * make room first. Whoever kept too much before may go on making it less.
 * @throws Failure too-large; the transaction must then fail.
 */
export async function withinQuota<Result>(trx: Trx, viewer: Viewer, write: () => Promise<Result>): Promise<Result> {
  if (isEditor(viewer)) return write();
  await lockMember(trx, viewer.id);
  const before = await sumDrafts(trx, viewer.id);
  const result = await write();
  const after = await sumDrafts(trx, viewer.id);
  if (after.unread > draftQuota.articles && after.unread > before.unread) throw tooMany();
  const over = after.bytes - draftQuota.bytes;
  if (over > 0 && after.bytes > before.bytes && over > (await makeRoom(trx, viewer.id, over))) throw tooLarge();
  return result;
}

const how = `请先发布或删去一些；删去的在回收站里还占着，${trashDays} 天后清空，急用请站长清空`;

function tooMany() {
  return new Failure('too-large', `没有发布的文章最多 ${draftQuota.articles} 篇，已经满了：${how}`);
}

function tooLarge() {
  return new Failure(
    'too-large',
    `草稿与历史最多占 ${readableSize(draftQuota.bytes)}，已经满了，这一次没有保存：${how}`,
  );
}
