import { table } from '../../platform/db/table.ts';

export const guestComments = table('guestComments', {
  columns: 'left out: of a browser and a network',
  key: 'commentId',
  belongsTo: { commentId: 'comments' },
});

export const guestRefusals = table('guestRefusals', { columns: 'left out: of the staff' });
