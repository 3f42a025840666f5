import { table } from '../../platform/db/table.ts';

export const mailThreads = table('mailThreads', {
  columns: 'left out: when a mail was sent',
  members: { userId: { onMerge: 'stay', onClose: 'delete', isReceived: true } },
});

export const mailNotices = table('mailNotices', {
  columns: 'left out: waits for the next mail',
  members: { userId: { onMerge: 'stay', onClose: 'delete', isReceived: true } },
});
