import { streamEvents } from '@mojian/client/live-stream';
import { readToken } from '../session.ts';

type Given = { nouns: string[]; signal: AbortSignal; onChange: () => void; onLost: () => void };

/**
 * Hears of these nouns that something of theirs changed, by whomever; also whenever the line was opened, since what came
 * before it was not heard. The line is tried again by itself, until the signal ends it.
 */
export function hearChanges({ nouns, signal, onChange, onLost }: Given) {
  const line = new AbortController();
  const query = nouns.map((noun) => `topic=office:${noun}`).join('&');
  return streamEvents(`/v1/stream?${query}`, {
    token: readToken(),
    lastId: () => undefined,
    signal: AbortSignal.any([signal, line.signal]),
    onSign: () => {},
    onLost,
    onEvent({ type, topic }) {
      // what the chat holds back comes to the staff by itself
      if (type === 'hello' || type === 'changed' || topic === 'staff') onChange();
      // this member has too many open: it would push out another one, and that one this again
      if (type !== 'full') return;
      line.abort();
      onLost();
    },
  });
}
