import type { Permission } from '../permissions.ts';
import type { Overview } from './overview.ts';

type Kind = Overview['waiting'][number]['kind'];

type Place = { screen: string; permission: Permission; query: Record<string, string> };

/** Where each kind of what waits is settled: a screen of the back office, who may, and what its list is asked for. */
export const waitingPlaces: Record<Kind, Place> = {
  articles: { screen: '/articles', permission: 'articles.manage', query: { state: 'pending' } },
  comments: { screen: '/comments', permission: 'comments.moderate', query: { state: 'held' } },
  says: { screen: '/says', permission: 'says.moderate', query: { state: 'held' } },
  board: { screen: '/board', permission: 'board.moderate', query: { state: 'held' } },
  chat: { screen: '/chat', permission: 'chat.moderate', query: { state: 'held' } },
  links: { screen: '/links', permission: 'links.manage', query: { state: 'pending' } },
  feedback: { screen: '/feedback', permission: 'feedback.answer', query: { state: 'open' } },
  reports: { screen: '/reports', permission: 'comments.moderate', query: { state: 'open' } },
  lostLinks: { screen: '/links', permission: 'links.manage', query: { state: 'approved', health: 'away' } },
};
