import { table } from '../../platform/db/table.ts';

export const notices = table('notices', {
  columns: {
    id: 'archive',
    userId: 'left out: whose archive it is',
    kind: 'archive',
    subject: 'left out: of the site',
    count: 'archive',
    text: 'archive',
    title: 'archive',
    link: 'archive',
    reason: 'left out: told by the title',
    readAt: 'archive',
    createdAt: 'archive',
  },
  archive: { file: 'notices.json', about: '收到的通知', by: 'userId' },
  members: { userId: { onMerge: 'stay', onClose: 'delete', isReceived: true } },
  texts: [{ name: '通知', columns: ['text', 'title', 'link', 'reason'] }],
});

export const noticeActors = table('noticeActors', {
  columns: 'left out: what others did',
  members: { actorId: { onMerge: 'stay', onClose: 'keep' } },
});

export const broadcasts = table('broadcasts', {
  columns: 'left out: notices have their texts',
  members: {
    actorId: { onMerge: 'stay', onClose: 'keep' },
    userId: { onMerge: 'stay', onClose: 'keep', isReceived: true },
  },
  texts: [{ name: '群发的通知', columns: ['title', 'text', 'link'] }],
  subject: { kind: 'broadcast', title: 'title' },
});
