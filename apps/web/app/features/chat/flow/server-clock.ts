/** How far the server's clock is before this one, in milliseconds, as far as can be told. */
let ahead = 0;

/** A chat message was heard the moment it was said: what its time says, it is. */
export function learnTime(createdAt: string, now = Date.now()) {
  ahead = Date.parse(createdAt) - now;
}

/** The server's time, so that a wrong clock here neither offers nor hides what is still possible. */
export function serverNow(now = Date.now()): number {
  return now + ahead;
}
