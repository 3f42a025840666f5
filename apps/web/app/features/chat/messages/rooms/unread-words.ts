/** The number of unread messages as it is shown; the server counts no further than 100. */
export function unreadWords(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}
