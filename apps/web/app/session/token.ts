/** The session token. Its cookie is read and written by scripts only; the server ignores it. Apart, because every page reads it first. */
export function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}
