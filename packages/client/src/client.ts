import type { api } from '@mojian/contract/all';
import type { Call, Endpoint, Envelope, Reply } from '@mojian/contract/platform/endpoint';
import { Failure, isFailureId } from '@mojian/contract/platform/failures';

type Api = Record<string, Record<string, Endpoint>>;

/** A call without input may be made without an argument. */
type Caller<E extends Endpoint> = keyof Call<E> extends never
  ? () => Promise<Reply<E>>
  : (call: Call<E>) => Promise<Reply<E>>;

/**
 * The API as typed functions: `client.articles.info({ query: { id: 1 } })`. Each throws Failure when refused.
 * A file is not sent this way: see upload.ts.
 */
export type ClientOf<A extends Api> = {
  [Noun in keyof A]: {
    [Name in keyof A[Noun]]: A[Noun][Name] extends { uploads: number } ? never : Caller<A[Noun][Name]>;
  };
};

/** The readers' API. */
export type Client = ClientOf<typeof api>;

/** Call data the client needs. The contract fits; browsers get a copy without zod. */
export type CallSheet = Record<string, Record<string, { method: string; path: string; extra?: unknown }>>;

export type Sent = { method: string; path: string; query: Record<string, string>; body: unknown };

/** Carries one request to the API and brings back its envelope. Injected: fetch, in process, or a test's. */
export type Send = (request: Sent) => Promise<Envelope>;

type CallInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Builds a caller for every call on the sheet. `send` rejects only when no answer came at all. */
export function createClient<A extends Api = typeof api>(sheet: CallSheet, send: Send): ClientOf<A> {
  const client = mapValues(sheet, (calls) =>
    mapValues(calls, (call) => async (input: CallInput = {}) => {
      const envelope = await send({
        method: call.method,
        path: fillPath(call.path, input.params),
        query: textQuery(input.query),
        body: input.body,
      });
      return openEnvelope(envelope, call.extra !== undefined);
    }),
  );
  return client as unknown as ClientOf<A>;
}

/** The data of an answer, or data and extra. Throws Failure for a refusal. */
export function openEnvelope({ code, message, data, extra }: Envelope, withExtra = false) {
  if (code === 200) return withExtra ? { data, extra } : data;
  const { failure, field, retryAfter, faults } = extra;
  throw new Failure(isFailureId(failure) ? failure : 'unexpected', message, field, retryAfter, faults);
}

function fillPath(path: string, params: Record<string, unknown> = {}) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** A query is text on the wire; what is not given is left out. */
function textQuery(query: Record<string, unknown> = {}) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function mapValues<From, To>(object: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value)]));
}
