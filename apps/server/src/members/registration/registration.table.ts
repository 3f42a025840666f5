import { table } from '../../platform/db/table.ts';

export const invitations = table('invitations', {
  columns: 'left out: codes that expire',
  members: { creatorId: { onMerge: 'stay', onClose: 'keep' } },
});

export const applications = table('applications', {
  columns: 'left out: of people who are not members yet',
  texts: [{ name: '注册申请', columns: ['avatar', 'words', 'reason'] }],
  pictures: { columns: ['avatar'] },
});
