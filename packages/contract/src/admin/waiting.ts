import type { Overview } from './overview.ts';

type Kind = Overview['waiting'][number]['kind'];

/** Where each kind of what waits is settled: a screen of the back office, and what its list is asked for. */
export const waitingPlaces: Record<Kind, { screen: string; query: Record<string, string> }> = {
  articles: { screen: '/articles', query: { state: 'pending' } },
  comments: { screen: '/comments', query: { state: 'held' } },
  says: { screen: '/says', query: { state: 'held' } },
  board: { screen: '/board', query: { state: 'held' } },
  chat: { screen: '/chat', query: { state: 'held' } },
  links: { screen: '/links', query: { state: 'pending' } },
  feedback: { screen: '/feedback', query: { state: 'open' } },
  reports: { screen: '/reports', query: { state: 'open' } },
  lostLinks: { screen: '/links', query: { state: 'approved', health: 'away' } },
};
