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
  archive: { file: 'feedback.json', about: '写给站长的反馈与答复：type 1 是建议，2 是问题', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'erase' } },
  texts: [{ name: '反馈', columns: ['title', 'content', 'answer'] }],
  subject: { kind: 'feedback', title: 'title' },
});
