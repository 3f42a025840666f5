import { publicTitle } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import { table } from '../../platform/db/table.ts';

export const passages = table('passages', {
  columns: 'left out: those of comments are exported with them, others are only for highlights',
  texts: [{ name: '文章里划过的句子', columns: ['words', 'wordsBefore', 'wordsAfter'] }],
  belongsTo: { articleId: 'articles' },
});

export const highlights = table('highlights', {
  columns: {
    userId: 'left out: whose archive it is',
    articleId: 'archive',
    passageId: 'left out: archived by its words',
    createdAt: 'archive',
  },
  key: 'passageId',
  archive: { file: 'highlights.json', about: '在文章里划过的句子', rows: listHighlighted },
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});

function listHighlighted(db: Db, userId: number) {
  return db
    .selectFrom('highlights')
    .innerJoin('passages', 'passages.id', 'highlights.passageId')
    .innerJoin('articles', 'articles.id', 'highlights.articleId')
    .select(['highlights.articleId', publicTitle.as('title'), 'passages.words', 'highlights.createdAt'])
    .where('highlights.userId', '=', userId)
    .orderBy('highlights.createdAt')
    .orderBy('highlights.passageId')
    .execute();
}
