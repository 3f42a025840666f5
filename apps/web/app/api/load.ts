import type { Client } from '@mojian/client';
import { data } from 'react-router';

/** Arguments of a screen's load function, on the server and in the browser. */
export type LoadArgs = { api: Client; params: Record<string, string | undefined>; query: URLSearchParams };
export type Load<Data> = (args: LoadArgs) => Promise<Data>;

/** Id written in an address; undefined for anything the API would refuse, such as 007 or 1e3. */
export function readId(text: string | null | undefined) {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

export type BrowserArgs = { request: Request; params: LoadArgs['params'] };

/** A route's `clientLoader`: the same load over HTTP. A served page has its data; `api` is imported afterwards. */
export const inBrowser =
  <Data>(load: Load<Data>) =>
  async ({ request, params }: BrowserArgs) => {
    const { loadOverHttp } = await import('./http-api.ts').catch((cause) => {
      console.warn('脚本没有取到', cause);
      throw data('网络连接不稳，请稍后再试', { status: 503 });
    });
    return loadOverHttp(load, params, new URL(request.url).searchParams);
  };
