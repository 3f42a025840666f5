import type { IncomingHttpHeaders } from 'node:http';

/**
 * Somebody with an account at the provider. `union` is who they are for all apps of one owner, `picture` an address in
 * the place of the one here, '' for none.
 */
export type Person = { id: string; name: string; union?: string; picture?: string };

export type Step = 'token' | 'profile' | 'picture';

export type Requested = { step: Step; query: URLSearchParams; form: URLSearchParams; headers: IncomingHttpHeaders };
export type Answer = { status?: number; type?: string; headers?: Record<string, string>; body: string | Buffer };

/** Parameters of an authorisation page, or the reason of a refusal. */
export type AuthorizeRequest = { clientId: string; redirectUri: string; state: string; challenge?: string };

export type Grant = AuthorizeRequest & { person: Person };

/** The one app that is registered at the provider. */
export type App = { id: string; secret: string; redirectUri: string };

/** The provider's memory: a code is good for one exchange, a token for whom it was made out to. */
export type Memory = {
  app: App;
  url: string;
  pictureOf: (person: Person) => string;
  takeCode: (code: string | null) => Grant | undefined;
  grantToken: (person: Person) => string;
  whose: (token: string | null | undefined) => Person | undefined;
};

export type Protocol = {
  name: string;
  authorizePath: string;
  /** The request in the address of the authorisation page; a text says what is wrong with it. */
  readRequest: (query: URLSearchParams) => AuthorizeRequest | string;
  /** Parameters returned beside `state` on refusal or consent. */
  denial: Record<string, string>;
  approval?: (url: string) => Record<string, string>;
  endpoints: Record<string, { step: Step; answer: (requested: Requested, memory: Memory) => Answer }>;
};

/** Whether a request has these parameters, each once and not empty, and no others. */
export function hasExactly(input: URLSearchParams, names: string[]) {
  const sent = [...input.keys()];
  return sent.length === names.length && names.every((name) => sent.includes(name) && input.get(name) !== '');
}
