import { table } from '../../platform/db/table.ts';

export const backupRemotes = table('backupRemotes', {
  columns: 'left out: secrets of the owner elsewhere',
  subject: { kind: 'remote', title: 'name' },
});

export const remoteBackups = table('remoteBackups', { columns: 'left out: of this machine' });
