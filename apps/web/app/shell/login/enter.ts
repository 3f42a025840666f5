import type { SignedIn } from '@mojian/contract/me';
import { sayAfterReload } from '../../after-reload.ts';
import { keepSession } from '../../session.ts';

/** The end of every way to log in: the session is kept and the page begins anew as its member's. */
export function enter(member: SignedIn, words = '登录成功') {
  keepSession(member);
  sayAfterReload('success', words);
  location.reload();
}
