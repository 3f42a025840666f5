/** A time of the database as replies carry it: ISO 8601 in UTC. */
export function isoTime(milliseconds: number) {
  return new Date(milliseconds).toISOString();
}
