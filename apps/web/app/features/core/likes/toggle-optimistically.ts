import { readToken } from '../../../session/token.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';

type Toggle<State> = {
  /** Names what is toggled, such as `like comment 12`; while its request is under way, another press is ignored. */
  name: string;
  from: State;
  to: State;
  show: (state: State) => void;
  /** Resolves to the server's state, or null where it tells none. */
  send: () => Promise<State | null>;
};

const busy = new Set<string>();

/**
 * Shows a like, a collect or a follow at once, sends it, and rolls it back with a message when it fails. Visitors are
 * asked to log in. Resolves to whether the server accepted it.
 */
export async function toggleOptimistically<State>({ name, from, to, show, send }: Toggle<State>) {
  if (!readToken()) askToLogIn();
  if (!readToken() || busy.has(name)) return false;
  busy.add(name);
  show(to);
  try {
    show((await send()) ?? to);
    return true;
  } catch (error) {
    show(from);
    sayIfLost(error);
    return false;
  } finally {
    busy.delete(name);
  }
}
