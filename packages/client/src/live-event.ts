/** What concerns the member who is logged in. Visitors never hear anything of it. */
export const me = 'me';

/**
 * What happened to what a topic names. `id` says to what, `of` where, when the topic does not tell; `data` is what comes
 * along with few types.
 *
 * - `resumed`: from now on all of the listener's topics are heard; what happened before, since its data was loaded, was
 *   not. At first, and after each interruption.
 * - `chat`: `id` is its `seq`, `data` the ChatMessage as it is now. In order and never twice.
 * - `hello` (to those who listen to `group`): chat events come from above `id` on, whatever the listener has missed up to
 *   it. `reset`: more was missed than is told again; `id` likewise. Without either, `resumed` means that no chat event
 *   is missing.
 * - `presence`: `data` is `{ on: number[], off: number[] }`.
 * - `typing`, `read`, `read-own`, `room`, `notice`, `comment` …: as their noun says.
 */
export type LiveEvent = { type: string; topic: string; id: number; of?: number; data?: unknown };

/**
 * One event as the server writes it; nothing for its signs of life. What carries data says its topic in a line of its
 * own. A wish for a pause before the next try is an event `retry` of so many milliseconds.
 */
export function parseEvent(text: string): LiveEvent[] {
  const fields = new Map(text.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*: ?/, '')]));
  const [type, data, topic, id, retry] = ['event', 'data', 'topic', 'id', 'retry'].map((name) => fields.get(name));
  if (retry && /^\d+$/.test(retry)) return [{ type: 'retry', topic: '', id: Number(retry) }];
  if (!type || !data) return [];
  const parsed: unknown = JSON.parse(data);
  if (topic === undefined) return [{ type, ...(parsed as Omit<LiveEvent, 'type'>) }];
  return [{ type, topic, id: Number(id ?? 0), data: parsed }];
}
