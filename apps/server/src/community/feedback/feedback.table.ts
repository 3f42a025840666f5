import { table } from '../../platform/db/table.ts';

export const feedback = table('feedback', {
  columns: {
    id: 'archive',
    userId: 'left out: whose archive it is',
    type: 'archive',
    title: 'archive',
    content: 'archive',
    createdAt: 'archive',
    answer: 'archive',
    settledAt: 'archive',
    version: 'left out: of open screens',
  },
  members: { userId: { onMerge: 'stay', onClose: 'erase' } },
  texts: [{ name: '反馈', columns: ['title', 'content', 'answer'] }],
  subject: { kind: 'feedback', title: 'title' },
});
