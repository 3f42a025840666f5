import { type Client, createClient, type Send } from '@mojian/client';
import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Envelope } from '@mojian/contract/platform/endpoint';

type Place = { url: string };
type From = { token?: string | undefined; address?: string; agent?: string };

/** The API over HTTP, as whoever has this token. An `address` counts where the site trusts one proxy. */
export const apiOf = (site: Place, from: From = {}): Client => createClient(api, sendTo(site, from));

/** The back office over HTTP, as whoever has this token. */
export const officeOf = (site: Place, from: From) => createClient<typeof adminApi>(adminApi, sendTo(site, from));

/** The site may be started meanwhile: where it is, is asked at each call. */
function sendTo(site: Place, { token, address, agent }: From): Send {
  return async ({ method, path, query, body }) => {
    const headers = {
      ...(token && { authorization: token }),
      ...(address && { 'x-forwarded-for': address }),
      ...(agent && { 'user-agent': agent }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${site.url}${path}?${new URLSearchParams(query)}`, { method, headers, ...json });
    return (await answer.json()) as Envelope;
  };
}
