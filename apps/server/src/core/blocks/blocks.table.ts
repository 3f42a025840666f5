import type { Db } from '../../platform/db/schema.ts';
import { table } from '../../platform/db/table.ts';

/** Description of who blocks whom; both ends are members, and neither block moves to another account. */
export const blocks = table('blocks', {
  columns: { userId: 'left out: whose archive it is', blockedId: 'archive', createdAt: 'archive' },
  archive: { file: 'blocks.json', about: '拉黑的人', rows: listBlocked },
  members: {
    userId: { onMerge: 'stay', onClose: 'delete' },
    blockedId: { onMerge: 'stay', onClose: 'delete' },
  },
});

function listBlocked(db: Db, userId: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blockedId')
    .select(['users.id', 'users.nickname', 'blocks.createdAt'])
    .where('blocks.userId', '=', userId)
    .orderBy('blocks.createdAt')
    .orderBy('users.id')
    .execute();
}
