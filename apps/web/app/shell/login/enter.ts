import type { SignedIn } from '@mojian/contract/core/sessions';
import { sayAfterReload } from '../../after-reload.ts';
import { keepSession } from '../../session.ts';
import { toast } from '../../ui/toast.ts';

/**
 * The end of every way to log in: the session is kept and the page begins anew as its member's. A screen that holds
 * something unsaved keeps it from that: it prevents the default of `mojian:entered`.
 */
export function enter(member: SignedIn, words = '登录成功') {
  keepSession(member);
  if (!dispatchEvent(new Event('mojian:entered', { cancelable: true }))) return toast('success', words);
  sayAfterReload('success', words);
  location.reload();
}
