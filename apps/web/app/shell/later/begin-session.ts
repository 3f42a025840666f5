import { httpApi } from '../../api/http-api.ts';
import { showStoredToast } from '../../session/after-reload.ts';
import { keepUser, readToken, readUser, tellOfChange, watchUser } from '../../session/session.ts';
import { type Arrival, arrivalKey } from '../first-script.ts';

/**
 * Settles a login that arrived by address and keeps the session's member up to date, also when another tab logs in or
 * out. Returns the unsubscribe function.
 */
export function beginSession() {
  const whenSeen = () => document.visibilityState === 'visible' && tellOfChange();
  document.addEventListener('visibilitychange', whenSeen);
  const unwatch = watchUser(() => void recallUser());
  begin().catch((cause) => console.warn('会话没有接上', cause));
  return () => {
    document.removeEventListener('visibilitychange', whenSeen);
    unwatch();
  };
}

async function begin() {
  showStoredToast();
  const arrival = sessionStorage.getItem(arrivalKey);
  if (!arrival) return isSentToLogIn() ? logInFor() : recallUser({ anew: true });
  sessionStorage.removeItem(arrivalKey);
  const { settleArrival } = await import('./arrival.ts');
  await settleArrival(JSON.parse(arrival) as Arrival);
  await recallUser({ anew: true });
}

const isSentToLogIn = () => new URLSearchParams(location.search).has('login');

async function logInFor() {
  await recallUser({ anew: true });
  const { goOnOrAsk } = await import('./log-in-for.ts');
  goOnOrAsk();
}

let asking: string | undefined;

/** Loads the token's member, unless known or loading. `anew` reloads while the remembered one is shown. */
async function recallUser({ anew = false } = {}) {
  const token = readToken();
  if (!token || token === asking || (!anew && readUser())) return;
  asking = token;
  try {
    const { token: _, ...user } = await httpApi.sessions.byToken({ query: {} });
    if (readToken() === token) keepUser(user);
  } catch {
    // after a refusal the dialog is open; after a network error the next call retries
    if (!readUser()) delete document.documentElement.dataset.session;
  } finally {
    asking = undefined;
  }
}
