import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { type Permission, permissionsOf } from '@mojian/contract/platform/permissions';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Live, LiveEvent } from '../../platform/stream/event-bus.ts';

/** Noun of a read permission: `comments` of `comments.moderate`. */
type Noun = Permission extends `${infer Name}.${string}` ? Name : never;

/** Readers' writes by path prefix, and the back-office noun whose lists they change. */
const readersDo: [start: string, noun: Noun][] = [
  ['/v1/account/', 'users'],
  ['/v1/user/', 'users'],
  ['/v1/article/', 'articles'],
  ['/v1/series/', 'taxonomy'],
  ['/v1/comment/', 'comments'],
  ['/v1/say/', 'says'],
  ['/v1/message/', 'board'],
  ['/v1/im/report', 'chat'],
  ['/v1/link/', 'links'],
  ['/v1/feedback/', 'feedback'],
  ['/v1/file/', 'files'],
  ['/file/', 'files'],
];

/** Saved every few seconds while writing; private until submitted. */
const draft = '/v1/article/';

/** Back-office noun changed by a call. GET calls, which change likes at most, change none. */
function nounsOf({ access, method, path }: Endpoint): string[] {
  if (access !== 'anyone' && access !== 'member') return [access.split('.', 1)[0] ?? '', 'audit'];
  if (method === 'GET' || (path === draft && method !== 'DELETE')) return [];
  const shown = readersDo.filter(([start]) => path.startsWith(start)).map(([, noun]) => noun);
  // reports of all kinds share a list under comments
  return path.endsWith('/report') ? [...new Set([...shown, 'comments'])] : shown;
}

/** Event that makes admin screens reload their lists of a noun. */
export const changed = (noun: string): LiveEvent => ({ topic: `office:${noun}`, type: 'changed', id: 0 });

/** Best effort, after a call: the admin also polls. */
export function notifyOffice(live: Live, endpoint: Endpoint) {
  const events = nounsOf(endpoint).map(changed);
  if (events.length > 0) void live.publish(events);
}

export const isOfficeTopic = (topic: string) => topic.startsWith('office:');

/** Whether a viewer may subscribe to changes of a noun: those who may read it. */
export function maySubscribeToOffice(topic: string, viewer: Viewer | null) {
  const noun = topic.slice('office:'.length);
  return viewer !== null && permissionsOf(viewer.role).some((one) => one.startsWith(`${noun}.`));
}
