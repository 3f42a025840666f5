import { table } from '../../platform/db/table.ts';

export const alertChannels = table('alertChannels', {
  columns: 'left out: secrets of the owner elsewhere',
  subject: { kind: 'alert', title: 'name' },
});

export const alertItems = table('alertItems', { columns: 'left out: of the running site' });

export const alertDeliveries = table('alertDeliveries', {
  columns: 'left out: of the running site, for thirty days',
});
