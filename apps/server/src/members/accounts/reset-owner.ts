import { spellEmail } from '@mojian/contract/members/email';
import { recordActOf } from '../../core/audit/audit.ts';
import { findAccount, listOwners } from '../../core/identity/accounts.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { issueResetLink } from './reset-link.ts';

/**
 * A reset link for an owner, made by whoever runs commands on the server, and written down as theirs.
 * @param email which owner, where there are several.
 * @throws Error with one Chinese line when no such owner can log in by a password.
 */
export function resetOwner(db: Db, siteUrl: string, email?: string) {
  return db.transaction().execute(async (trx) => {
    const owner = await findOwner(trx, email);
    const link = await issueResetLink(trx, siteUrl, { id: owner.id, maker: null });
    await recordActOf(trx, '命令行', { act: 'users.reset', subject: `user:${owner.id}`, after: { by: 'cli' } });
    return { nickname: owner.nickname, link };
  });
}

async function findOwner(trx: Trx, email: string | undefined) {
  const ids = await listOwners(trx);
  const owners = await Promise.all(ids.map(({ id }) => findAccount(trx, id)));
  const reachable = owners.filter((owner) => owner !== undefined).filter((owner) => owner.email !== null);
  if (reachable.length === 0)
    throw new Error('没有一位站长用邮箱与密码登录；还没有创建站长账号的，请重新启动，打开印出的一次性链接');
  const wanted = email === undefined ? undefined : spellEmail(email);
  const [owner, ...others] = reachable.filter((one) => wanted === undefined || one.email === wanted);
  if (!owner) throw new Error(`没有用这个邮箱的站长；站长的邮箱：${reachable.map((one) => one.email).join('、')}`);
  if (others.length > 0) throw new Error(`有几位站长，请写明是哪一位：${reachable.map((one) => one.email).join('、')}`);
  return owner;
}
