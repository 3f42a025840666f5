/** The session is the site's: its cookie is written there, and read here to be sent as a header. */
export function readToken() {
  return /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
}

/** Forgets token and member in this browser, as the site does. */
export function endSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = 'token=; path=/; max-age=0; samesite=lax';
  sessionStorage.removeItem('user');
}
