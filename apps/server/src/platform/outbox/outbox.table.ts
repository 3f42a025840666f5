import { table } from '../db/table.ts';

export const outbox = table('outbox', {
  columns: 'left out: of the running site',
  texts: [{ name: '等着寄的信与通知', columns: ['payload'] }],
});
