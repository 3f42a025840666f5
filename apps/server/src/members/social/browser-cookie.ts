import type { Provider } from '@mojian/contract/members/social';
import { arrivalCookie } from '@mojian/contract/platform/rules';

/**
 * The cookie that shows whether who comes back is the browser that left: or else somebody could be made to finish a
 * login of somebody else's. It says nothing of who that is, and no other address gets to see it.
 */
export const callbackPath = '/oauth/callback';

export function writeCookie(provider: Provider, secret: string, seconds: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `oauth-${provider}=${secret}; Path=${callbackPath}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Left for the page's own script, which hands it over with the token: the token alone logs in nobody else. */
export function writeNonce(nonce: string, seconds: number, siteUrl: string) {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${arrivalCookie}=${nonce}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

export function readCookie(provider: Provider, header = '') {
  return new RegExp(`(?:^|;) ?oauth-${provider}=([\\w-]{1,100})(?:;|$)`).exec(header)?.[1] ?? '';
}
