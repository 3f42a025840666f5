import { table } from '../../platform/db/table.ts';

export const chatMessages = table('chatMessages', {
  columns: {
    id: 'archive',
    seq: 'left out: of open screens',
    roomId: 'left out: a file for each room',
    senderId: 'archive',
    text: 'archive',
    picture: 'archive',
    quoteId: 'archive',
    place: 'archive',
    state: 'archive',
    reasons: 'left out: of the staff',
    sendKey: 'left out: of a browser',
    createdAt: 'archive',
  },
  members: { senderId: { onMerge: 'stay', onClose: 'erase' } },
  texts: [{ name: '聊天', columns: ['text', 'picture'] }],
  pictures: { columns: ['picture'] },
  subject: { kind: 'chat', title: 'text' },
});

export const chatHidden = table('chatHidden', {
  columns: 'left out: the archive has none of these messages',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});

export const chatCalls = table('chatCalls', {
  columns: 'left out: read from the text',
  members: { userId: { onMerge: 'stay', onClose: 'delete' } },
});
