import { table } from '../../platform/db/table.ts';

export const reports = table('reports', {
  columns: {
    id: 'left out: of the staff',
    kind: 'left out: told by the target',
    commentId: 'archive',
    sayId: 'archive',
    messageId: 'archive',
    chatMessageId: 'archive',
    reporterId: 'left out: whose archive it is',
    reason: 'archive',
    createdAt: 'archive',
    settledAt: 'left out: of the staff',
    excerpt: 'left out: the words of others',
  },
  archive: { file: 'reports.json', about: '举报过什么、理由是什么', by: 'reporterId' },
  members: { reporterId: { onMerge: 'stay', onClose: 'keep' } },
  texts: [{ name: '举报', columns: ['reason', 'excerpt'] }],
  pictures: { columns: ['excerpt'] },
});
