import { table } from '../db/table.ts';

export const tickets = table('tickets', {
  columns: 'left out: secrets that expire',
  members: { userId: { onMerge: 'stay', onClose: 'delete', isReceived: true } },
});
