import type { api } from '@mojian/contract/all';
import type { Call, Endpoint, Reply } from '@mojian/contract/endpoint';

type Caller<E> = E extends Endpoint
  ? keyof Call<E> extends never
    ? () => Promise<Reply<E>>
    : (call: Call<E>) => Promise<Reply<E>>
  : never;

/** The calls of some nouns, as a route hands them to the screens: `calls.follows.follow({ query: { userId: 3 } })`. */
export type CallsOf<Noun extends keyof typeof api> = {
  [N in Noun]: { [Name in keyof (typeof api)[N]]: Caller<(typeof api)[N][Name]> };
};
