import { askToLogIn } from '../../features/core/asks-login/ask-to-log-in.ts';
import { readUser } from '../../session/session.ts';

/**
 * Login for the back office, `/?login=/admin/comments`: members go back there, visitors are asked to log in. The
 * address stays until then, so that every way to log in returns here.
 */
export function goOnOrAsk() {
  const to = new URLSearchParams(location.search).get('login') ?? '';
  if (!readUser()) askToLogIn();
  else if (/^\/admin(?:[/?#]|$)/.test(to)) location.replace(to);
}
