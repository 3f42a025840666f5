import type { SignedIn } from '@mojian/contract/core/sessions';
import { httpApi } from '../../api/http-api.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { keepReturnPath } from '../../session/return-path.ts';
import { keepSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Ends every way to log in: keeps the session and reloads the page as the member's. A screen with unsaved work prevents
 * the reload: it cancels `mojian:entered`.
 */
export function enter(member: SignedIn, words = '登录成功') {
  keepSession(member);
  if (!dispatchEvent(new Event('mojian:entered', { cancelable: true }))) return toast('success', words);
  sayAfterReload('success', words);
  location.reload();
}

/** Leaves for the login provider. Refusals have been shown by the call. */
export async function goToProvider(type: number) {
  try {
    const address = await httpApi.social.render({ params: { type: String(type) } });
    keepReturnPath();
    location.assign(address);
  } catch (cause) {
    console.warn('没有去成', cause);
  }
}
