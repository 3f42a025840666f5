import { readToken } from '../../../session/token.ts';

/** Opens the login dialog through the event that the shell also gets after a refused call. */
export function askToLogIn() {
  if (!readToken()) dispatchEvent(new Event('mojian:signed-out'));
}
