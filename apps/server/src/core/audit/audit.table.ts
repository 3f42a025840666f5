import { table } from '../../platform/db/table.ts';

export const auditLog = table('auditLog', {
  columns: 'left out: of the staff',
  members: { actorId: { onMerge: 'stay', onClose: 'keep' } },
});
