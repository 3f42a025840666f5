/** Nouns of the district that have calls, each loaded with its first call. */
export const chatRoutes = {
  messages: () => import('./messages/messages.routes.ts'),
  rooms: () => import('./rooms/rooms.routes.ts'),
};
