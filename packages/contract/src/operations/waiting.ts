import type { Feature } from '../platform/features.ts';
import type { Permission } from '../platform/permissions.ts';
import type { Overview } from './office.ts';

type Kind = Overview['waiting'][number]['kind'];

type Place = { screen: string; permission: Permission; query: Record<string, string>; feature?: Feature };

/** Screen, permission and list filter for each kind of pending item. */
export const waitingPlaces: Record<Kind, Place> = {
  articles: { screen: '/articles', permission: 'articles.manage', query: { state: 'pending' } },
  comments: { screen: '/comments', permission: 'comments.moderate', query: { state: 'held' }, feature: 'comments' },
  says: { screen: '/says', permission: 'says.moderate', query: { state: 'held' }, feature: 'says' },
  board: { screen: '/board', permission: 'board.moderate', query: { state: 'held' }, feature: 'board' },
  chat: { screen: '/chat', permission: 'chat.moderate', query: { state: 'held' }, feature: 'group' },
  links: { screen: '/links', permission: 'links.manage', query: { state: 'pending' }, feature: 'links' },
  applications: { screen: '/users/applications', permission: 'users.manage', query: {} },
  feedback: { screen: '/feedback', permission: 'feedback.answer', query: { state: 'open' } },
  reports: { screen: '/reports', permission: 'comments.moderate', query: { state: 'open' } },
  lostLinks: {
    screen: '/links',
    permission: 'links.manage',
    query: { state: 'approved', health: 'away' },
    feature: 'links',
  },
};

/** Address in the back office of the list of what waits, with its filter. */
export function waitingAddress(kind: Kind): string {
  const { screen, query } = waitingPlaces[kind];
  const filter = new URLSearchParams(query).toString();
  return filter ? `${screen}?${filter}` : screen;
}
