import type { Client } from '@mojian/client';
import { createContext } from 'react-router';
import type { BrowserArgs, Load } from './load.ts';
import { orErrorPage } from './or-error-page.ts';

type ServerArgs = BrowserArgs & { context: Readonly<{ get(key: typeof apiContext): Client }> };

/** In-process API client during server rendering. */
export const apiContext = createContext<Client>();

/** A route's `loader`: loads in process. */
export const onServer =
  <Data>(load: Load<Data>) =>
  ({ request, params, context }: ServerArgs) =>
    orErrorPage(load({ api: context.get(apiContext), params, query: new URL(request.url).searchParams }));
