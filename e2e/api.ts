import { type Client, createClient } from '@mojian/client';
import { api } from '@mojian/contract/all';
import type { Envelope } from '@mojian/contract/endpoint';

type From = { token?: string | undefined; address?: string; agent?: string };

/** The API over HTTP, as whoever has this token. An `address` counts where the site trusts one proxy. */
export function apiOf(site: { url: string }, { token, address, agent }: From = {}): Client {
  return createClient(api, async ({ method, path, query, body }) => {
    const headers = {
      ...(token && { authorization: token }),
      ...(address && { 'x-forwarded-for': address }),
      ...(agent && { 'user-agent': agent }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${site.url}${path}?${new URLSearchParams(query)}`, { method, headers, ...json });
    return (await answer.json()) as Envelope;
  });
}
