import type { Client } from '@mojian/client';

/** Calls of some resources, as passed to screens: `calls.follows.follow({ query: { userId: 3 } })`. */
export type CallsOf<Noun extends keyof Client> = Pick<Client, Noun>;
