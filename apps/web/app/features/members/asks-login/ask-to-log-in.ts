import { readToken } from '../../../session/session.ts';

/** Opens the login dialog for whoever has no session: the shell listens for this event, as after any refused call. */
export function askToLogIn() {
  if (!readToken()) dispatchEvent(new Event('mojian:signed-out'));
}
