/** Nouns of the district that have calls, each loaded with its first call. */
export const communityRoutes = {
  board: () => import('./board/board.routes.ts'),
  comments: () => import('./comments/comments.routes.ts'),
  feedback: () => import('./feedback/feedback.routes.ts'),
  guestComments: () => import('./guest-comments/guest-comments.routes.ts'),
  highlights: () => import('./highlights/highlights.routes.ts'),
  reports: () => import('./reports/reports.routes.ts'),
  says: () => import('./says/says.routes.ts'),
};
