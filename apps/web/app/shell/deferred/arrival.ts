import { sheet } from 'virtual:call-sheet';
import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import { providerNames } from '@mojian/contract/core/social-providers';
import { loginFailures } from '@mojian/contract/members/social-texts';
import { isFailure } from '@mojian/contract/platform/failures';
import { arrivalCookie } from '@mojian/contract/platform/rules';
import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { takeReturnPath } from '../../session/return-path.ts';
import { keepSession, writeCookie } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';
import { toast } from '../../ui/toast.ts';
import type { Arrival } from '../first-script.ts';
import { askWhoGoesOn } from './arrival-question.tsx';

/** Finishes a login or an account link that went through another site, and goes back to where it began. */
export async function completeLogin({ token, loginFailed, linked }: Arrival) {
  if (token !== undefined) return exchange(token);
  if (loginFailed !== undefined) sayAfterReload('error', wordOf(loginFailures, loginFailed) ?? '登录失败，请重试');
  else if (linked !== undefined) sayAfterReload('success', `已绑定${wordOf(providerNames, linked) ?? ''}`);
  location.replace(takeReturnPath());
}

/**
 * Calls under this token, or as a visitor. A refusal does not end the session, else any made-up token would log people
 * out.
 */
const clientWith = (token?: string) =>
  createClient(
    sheet,
    sendByFetch({
      base: '',
      token: () => token,
      onSignedOut: () => {},
      log: (text, cause) => console.warn(text, cause),
    }),
  );

/** Exchanges the one-time token of the address; a session's own token is kept. Asks before replacing another login. */
async function exchange(token: string) {
  try {
    const present = await presentMember();
    const { token: fresh, ...user } = await clientWith().sessions.byToken({ query: { token, nonce: takeNonce() } });
    if (present && present.id !== user.id && !(await goesOn(user, present))) {
      if (fresh) await clientWith(fresh).sessions.logout();
      return;
    }
    keepSession({ ...user, token: fresh ?? token });
    sayAfterReload('success', '登录成功');
    location.replace(takeReturnPath());
  } catch (error) {
    const isBarred = isFailure(error) && error.id === 'not-allowed';
    toast('error', isBarred ? error.message : '登录没有完成，请重试');
    askToLogIn();
  }
}

/** The member logged in here. Only a refusal means nobody: without an answer the session must not be replaced. */
async function presentMember() {
  const token = readToken();
  if (!token) return undefined;
  try {
    return await clientWith(token).sessions.byToken({ query: {} });
  } catch (error) {
    if (isFailure(error) && error.id === 'signed-out') return undefined;
    throw error;
  }
}

function goesOn(arriving: { nickname: string }, present: { nickname: string }) {
  return askWhoGoesOn({ arriving: arriving.nickname, present: present.nickname });
}

/** Reads and deletes the nonce cookie of the login. */
function takeNonce() {
  const nonce = new RegExp(`(?:^|; )${arrivalCookie}=([^;]+)`).exec(document.cookie)?.[1] ?? '';
  writeCookie(arrivalCookie, '', 0);
  return nonce;
}

/** Maps a code to a known text: nothing from an address is shown verbatim. */
function wordOf(known: Record<string, string>, name: string) {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
