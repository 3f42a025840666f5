import { table } from '../../platform/db/table.ts';

/** Description of which new articles were mailed to whom. */
export const followerMails = table('followerMails', {
  columns: 'left out: when a mail was sent',
  key: 'articleId',
  members: { userId: { onMerge: 'stay', onClose: 'delete', isReceived: true } },
});
