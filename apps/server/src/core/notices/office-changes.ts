import { type Permission, permissionsOf } from '@mojian/contract/core/permissions';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Live, LiveEvent } from '../../platform/stream/hub.ts';

/** The permissions of a noun say who may read it: `comments` of `comments.moderate`. */
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

/** Saved every few seconds while somebody writes, and nobody else's before it is handed in. */
const draft = '/v1/article/';

/** Back-office noun changed by a call. GET calls, which change likes at most, change none. */
function nounsOf({ access, method, path }: Endpoint): string[] {
  if (access !== 'anyone' && access !== 'member') return [access.split('.', 1)[0] ?? '', 'audit'];
  if (method === 'GET' || (path === draft && method !== 'DELETE')) return [];
  const shown = readersDo.filter(([start]) => path.startsWith(start)).map(([, noun]) => noun);
  // reports of all kinds stand in one list, which is the moderators' of comments
  return path.endsWith('/report') ? [...new Set([...shown, 'comments'])] : shown;
}

/** Tells the back office that lists of a noun are others by now, and nothing more: what is new each asks for itself. */
export const changed = (noun: string): LiveEvent => ({ topic: `office:${noun}`, type: 'changed', id: 0 });

/** Best effort, after a call: the office looks by itself now and then. */
export function tellOffice(live: Live, endpoint: Endpoint) {
  const events = nounsOf(endpoint).map(changed);
  if (events.length > 0) live.publish(events).catch(() => {});
}

export const isOfficeTopic = (topic: string) => topic.startsWith('office:');

/** Whether a viewer may subscribe to changes of a noun: those who may read it. */
export function mayHearOffice(topic: string, viewer: Viewer | null) {
  const noun = topic.slice('office:'.length);
  return viewer !== null && permissionsOf(viewer.role).some((one) => one.startsWith(`${noun}.`));
}
