import { readToken } from '../../../session/token.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';

export type Blockable = { id: number; nickname: string };

/** Name of the event by which the shell, which has the calls, is asked to block somebody. */
export const blockRequested = 'mojian:block';

/** Asks the shell to block a member, or to lift it; a visitor is asked to log in. */
export function askToBlock({ id, nickname }: Blockable) {
  if (!readToken()) return askToLogIn();
  dispatchEvent(new CustomEvent<Blockable>(blockRequested, { detail: { id, nickname } }));
}
