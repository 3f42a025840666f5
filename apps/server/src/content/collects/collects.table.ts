import { publicTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { table } from '../../platform/db/table.ts';

export const collects = table('collects', {
  columns: { articleId: 'archive', userId: 'left out: whose archive it is', createdAt: 'archive' },
  archive: { file: 'collects.json', about: '收藏的文章', rows: listCollected },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});

function listCollected(db: Db, userId: number) {
  return db
    .selectFrom('collects')
    .innerJoin('articles', 'articles.id', 'collects.articleId')
    .select(['collects.articleId', publicTitle.as('title'), 'collects.createdAt'])
    .where('collects.userId', '=', userId)
    .orderBy('collects.createdAt')
    .orderBy('collects.articleId')
    .execute();
}
