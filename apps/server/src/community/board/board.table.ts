import { sql } from 'kysely';
import { table } from '../../platform/db/table.ts';

export const boardMessages = table('boardMessages', {
  columns: {
    id: 'archive',
    authorId: 'left out: exported by name',
    nickname: 'export',
    place: 'export, archive',
    text: 'export, archive',
    createdAt: 'export, archive',
    state: 'export',
    reasons: 'export',
  },
  members: { authorId: { onMerge: 'move', onClose: 'erase' } },
  isOpen: sql<boolean>`"boardMessages".state = 'shown'`,
  isText: sql<boolean>`1 = 1`,
  texts: [{ name: '留言', columns: ['text'] }],
  subject: { kind: 'board', title: 'text' },
});
