/** What the browser's WebAuthn calls give, in their JSON form: nothing of it is known to be true. */
export type WebAuthn = Record<string, unknown>;

/** Whom passkeys are for: the site's host, and the one origin that may use them. */
export function relyingParty(siteUrl: string) {
  const { hostname, origin } = new URL(siteUrl);
  return { id: hostname, origin };
}

/** A member as authenticators know them: always the same bytes, with nothing personal in them. */
export function userHandle(userId: number) {
  return new Uint8Array(Buffer.from(`member-${userId}`));
}

/** The same as authenticators give it back, and as it is kept. */
export function handleText(userId: number) {
  return Buffer.from(userHandle(userId)).toString('base64url');
}

/**
 * Whether the authenticator, if it says whose its passkey is, means whom it was made for: their number may have changed
 * since, by a merge. Of one older than the kept handle any member's will do: its signature is proof enough.
 */
export function isKeptHandle(given: unknown, kept: string) {
  if (given === undefined || given === null || given === kept) return true;
  return kept === '' && typeof given === 'string' && /^member-\d+$/.test(Buffer.from(given, 'base64url').toString());
}

/** In base64url, of up to 1023 bytes. Source: WebAuthn, section 4. */
export function isCredentialId(given: unknown): given is string {
  return typeof given === 'string' && /^[\w-]{1,1364}$/.test(given);
}
