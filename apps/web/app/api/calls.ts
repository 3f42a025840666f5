import type { Client } from '@mojian/client';

/** The calls of some nouns, as a route hands them to the screens: `calls.follows.follow({ query: { userId: 3 } })`. */
export type CallsOf<Noun extends keyof Client> = Pick<Client, Noun>;
