import { table } from '../../platform/db/table.ts';

export const drafts = table('drafts', {
  key: 'articleId',
  columns: {
    articleId: 'export',
    title: 'export',
    words: 'left out: counted',
    savedAt: 'export, archive',
    submittedAt: 'export',
    refusal: 'export',
    content: 'export, archive',
    keyName: 'archive',
  },
  texts: [{ name: '草稿', columns: ['content'], isRendered: true }],
  pictures: { columns: ['content'], isLong: true },
});
