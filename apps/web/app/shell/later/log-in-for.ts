import { askToLogIn } from '../../features/members/asks-login/ask-to-log-in.ts';
import { readUser } from '../../session/session.ts';

/**
 * Whom the back office sent here to log in, `/?login=/admin/comments`: who has done so goes back there, everyone else is
 * asked to. The address stays as it is till then, so that every way to log in ends here again.
 */
export function goOnOrAsk() {
  const to = new URLSearchParams(location.search).get('login') ?? '';
  if (!readUser()) askToLogIn();
  else if (/^\/admin(?:[/?#]|$)/.test(to)) location.replace(to);
}
