import { may, type Role } from '@mojian/contract/core/permissions';
import type { Value } from '../../platform/db/copies/snapshot.ts';
import { hashOf } from '../../platform/tickets/tickets.ts';
import { type Backup, openBackup } from './open-backup.ts';

const ownersTold = 5;

/**
 * Whose site a backup is, and whether whoever has this token goes on with their work once it is restored: their session
 * is in it, and that member may restore there. @throws Failure in Chinese for a backup that cannot be used.
 */
export async function findPeople(path: string, token: string) {
  const backup = await openBackup(path);
  try {
    const roles = new Map<Value | undefined, Role>();
    const owners: string[] = [];
    for await (const { id, role, nickname } of rowsOf(backup, 'users')) {
      if (role !== 'member') roles.set(id, role as Role);
      if (role === 'owner') owners.push(String(nickname));
    }
    return { owners: owners.slice(0, ownersTold), staysIn: await findSession(backup, token, roles) };
  } finally {
    backup.close();
  }
}

async function findSession(backup: Backup, token: string, roles: Map<Value | undefined, Role>) {
  const hash = hashOf(token);
  let staysIn = false;
  for await (const { tokenHash, userId, expiresAt } of rowsOf(backup, 'sessions')) {
    const role = roles.get(userId);
    const isTheirs = tokenHash === hash && Number(expiresAt) > Date.now();
    if (isTheirs && role && may(role, 'backups.manage')) staysIn = true;
  }
  return staysIn;
}

async function* rowsOf({ manifest, rows }: Backup, name: string) {
  const table = manifest.tables.find((one) => one.name === name);
  if (!table) return;
  for await (const batch of rows(table))
    for (const row of batch) yield Object.fromEntries(table.columns.map((column, at) => [column, row[at]]));
}
