import type { SignedIn } from '@mojian/contract/core/sessions';
import { httpApi } from '../../api/http-api.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { keepReturnPath } from '../../session/return-path.ts';
import { keepSession } from '../../session/session.ts';
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

/** Leaves for a site people log in through. A refusal has been said by then. */
export async function goToProvider(type: number) {
  try {
    const address = await httpApi.social.render({ params: { type: String(type) } });
    keepReturnPath();
    location.assign(address);
  } catch (cause) {
    console.warn('没有去成', cause);
  }
}
