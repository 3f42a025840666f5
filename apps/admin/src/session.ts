/** The session is the site's: its cookie is written there, and read here to be sent as a header. */
export function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}
