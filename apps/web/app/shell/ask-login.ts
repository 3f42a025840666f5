import { readToken } from '../session.ts';

/** What belongs to members opens the login dialog for everyone else, as a refused call does. */
export function askLogin() {
  if (!readToken()) dispatchEvent(new Event('mojian:signed-out'));
}
