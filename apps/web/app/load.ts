import type { Client } from '@mojian/client';
import { isFailure } from '@mojian/contract/failures';
import { createContext, data } from 'react-router';
import { loadApi } from './http-api.ts';

/** What a screen's load function is given, on the server and in the browser alike. */
export type LoadArgs = { api: Client; params: Record<string, string | undefined>; query: URLSearchParams };
type Load<Data> = (args: LoadArgs) => Promise<Data>;

type ServerArgs = {
  request: Request;
  params: LoadArgs['params'];
  context: Readonly<{ get(key: typeof apiContext): Client }>;
};
type BrowserArgs = Pick<ServerArgs, 'request' | 'params'>;

/** Holds the in-process API while the server renders. */
export const apiContext = createContext<Client>();

/** A route's `loader`: loads in process. */
export const onServer =
  <Data>(load: Load<Data>) =>
  ({ request, params, context }: ServerArgs) =>
    orErrorPage(load({ api: context.get(apiContext), params, query: new URL(request.url).searchParams }));

/** A route's `clientLoader`: the same load over HTTP. */
export const inBrowser =
  <Data>(load: Load<Data>) =>
  ({ request, params }: BrowserArgs) =>
    orErrorPage(load({ api: loadApi, params, query: new URL(request.url).searchParams }));

/** A refused call becomes the error page with the call's status and text. */
async function orErrorPage<Data>(loading: Promise<Data>) {
  try {
    return await loading;
  } catch (error) {
    if (isFailure(error)) throw data(error.message, { status: error.status });
    throw error;
  }
}
