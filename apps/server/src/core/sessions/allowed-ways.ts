import type { Way } from '@mojian/contract/core/sessions';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publishEvents, sessionsTopic } from '../../platform/stream/event-bus.ts';
import { readSettings, type Settings } from '../settings/settings.ts';

export type PasskeyOnly = Settings['passkeyOnly'];
export type PasskeyRole = keyof PasskeyOnly;

/** Whether members of this role log in by passkey only. */
export function isPasskeyOnly(settings: PasskeyOnly, role: Viewer['role']) {
  return Object.hasOwn(settings, role) && settings[role as PasskeyRole] === 'only';
}

/** Whether a session that began in this way is good for the role its member has now. */
export async function isWayAllowed(db: Db | Trx, { role, way }: { role: Viewer['role']; way: string }) {
  return way === 'passkey' || !isPasskeyOnly((await readSettings(db)).passkeyOnly, role);
}

/** Refuses another way than a passkey to those who log in by nothing else. Runs when the caller has proved to be them. */
export async function requireAllowedWay(db: Db | Trx, login: { role: Viewer['role']; way: Way }) {
  if (!(await isWayAllowed(db, login)))
    throw new Failure('not-allowed', '这个账号只能用通行密钥登录，请在登录框里选「通行密钥」');
}

/** Ends the sessions of these roles that began in another way, and closes their event streams. */
export async function endOtherWays(trx: Trx, roles: readonly PasskeyRole[]) {
  if (roles.length === 0) return;
  const ended = await trx
    .deleteFrom('sessions')
    .where('way', '<>', 'passkey')
    .where('userId', 'in', (members) => members.selectFrom('users').select('id').where('role', 'in', roles))
    .returning('id')
    .execute();
  if (ended.length > 0)
    await publishEvents(trx, ...ended.map(({ id }) => ({ topic: sessionsTopic, type: 'ended', id })));
}
