import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import { isFailure } from '@mojian/contract/failures';
import { loginFailures, providerNames } from '@mojian/contract/social-texts';
import { sayAfterReload } from '../../after-reload.ts';
import { askToLogIn } from '../../features/asks-login/ask-to-log-in.ts';
import { takeReturnPath } from '../../return-path.ts';
import { keepSession } from '../../session.ts';
import { toast } from '../../ui/toast.ts';
import type { Arrival } from '../first-script.ts';

/** Ends a login, or the linking of an account, that went over another site: where it began. */
export async function settleArrival({ token, loginFailed, linked }: Arrival) {
  if (token !== undefined) return exchange(token);
  if (loginFailed !== undefined)
    sayAfterReload('error', wordOf(loginFailures, loginFailed) ?? '登录没有成功，请再试一次');
  else if (linked !== undefined) sayAfterReload('success', `已绑定${wordOf(providerNames, linked) ?? ''}`);
  location.replace(takeReturnPath());
}

/**
 * Asks as nobody, and a refusal ends no session: else any link with a made-up token would log out who follows it.
 */
const nobody = createClient(
  sheet,
  sendByFetch({
    base: '',
    token: () => undefined,
    onSignedOut: () => {},
    log: (text, cause) => console.warn(text, cause),
  }),
);

/** What the address carries is good for one exchange; a session's own token is kept as it is. */
async function exchange(token: string) {
  try {
    const user = await nobody.sessions.byToken({ query: { token } });
    keepSession({ ...user, token: user.token ?? token });
    sayAfterReload('success', '登录成功');
    location.replace(takeReturnPath());
  } catch (error) {
    const isBarred = isFailure(error) && error.id === 'not-allowed';
    toast('error', isBarred ? error.message : '登录没有完成，请再试一次');
    askToLogIn();
  }
}

/** Nothing that stands in an address is shown as it is. */
function wordOf(known: Record<string, string>, name: string) {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
