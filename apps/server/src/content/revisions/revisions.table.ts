import type { Trx } from '../../platform/db/schema.ts';
import { type Merge, table } from '../../platform/db/table.ts';

export const revisions = table('revisions', {
  columns: 'left out: history belongs to backups',
  members: { userId: { onMerge: moveOfGuest, onClose: 'keep' } },
  texts: [{ name: '文章的历史版本', columns: ['title', 'content'] }],
  pictures: { columns: ['content'], isLong: true },
});

/** Moves a guest's; a merge of members deletes those of moved articles, which were never public. */
async function moveOfGuest(trx: Trx, { from, into, isGuest }: Merge) {
  if (isGuest) await trx.updateTable('revisions').set({ userId: into }).where('userId', '=', from).execute();
}
