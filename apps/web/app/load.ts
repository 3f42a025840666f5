import type { Client } from '@mojian/client';

/** What a screen's load function is given, on the server and in the browser alike. */
export type LoadArgs = { api: Client; params: Record<string, string | undefined>; query: URLSearchParams };
export type Load<Data> = (args: LoadArgs) => Promise<Data>;

export type BrowserArgs = { request: Request; params: LoadArgs['params'] };

/**
 * A route's `clientLoader`: the same load over HTTP. A page that was served has its data; what makes calls is fetched
 * behind it.
 */
export const inBrowser =
  <Data>(load: Load<Data>) =>
  async ({ request, params }: BrowserArgs) => {
    const [{ loadApi }, { orErrorPage }] = await Promise.all([import('./http-api.ts'), import('./or-error-page.ts')]);
    return orErrorPage(load({ api: loadApi, params, query: new URL(request.url).searchParams }));
  };
