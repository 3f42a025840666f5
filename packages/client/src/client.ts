import type { api } from '@mojian/contract/all';
import type { Call, Endpoint, Envelope, Reply } from '@mojian/contract/platform/endpoint';
import { Failure, isFailureId } from '@mojian/contract/platform/failures';

type Api = Record<string, Record<string, Endpoint>>;

/** Makes the argument optional for a call without input. */
type Caller<E extends Endpoint> = keyof Call<E> extends never
  ? () => Promise<Reply<E>>
  : (call: Call<E>) => Promise<Reply<E>>;

/**
 * The API as typed functions: `client.articles.info({ query: { id: 1 } })`. Each throws Failure when refused. Files are
 * sent by upload.ts.
 */
export type ClientOf<A extends Api> = {
  [Noun in keyof A]: {
    [Name in keyof A[Noun]]: A[Noun][Name] extends { uploads: number } ? never : Caller<A[Noun][Name]>;
  };
};

export type Client = ClientOf<typeof api>;

/** Call data the client needs. The contract satisfies it; browsers get a copy without zod. */
export type CallSheet = Record<string, Record<string, { method: string; path: string; extra?: unknown }>>;

export type Sent = { method: string; path: string; query: Record<string, string>; body: unknown };

/** Transport of one request, resolving to its envelope: fetch, an in-process call, or a test's. */
export type Send = (request: Sent) => Promise<Envelope>;

type CallInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** Builds a caller for every call on the sheet. `send` rejects only when no answer came. */
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

/** Returns the data of an answer, or data and extra. @throws Failure for a refusal. */
export function openEnvelope({ code, message, data, extra }: Envelope, withExtra = false) {
  if (code === 200) return withExtra ? { data, extra } : data;
  const { failure, field, retryAfter, faults } = extra;
  throw new Failure(isFailureId(failure) ? failure : 'unexpected', message, field, retryAfter, faults);
}

function fillPath(path: string, params: Record<string, unknown> = {}) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** Turns query values into text and omits undefined ones. */
function textQuery(query: Record<string, unknown> = {}) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}

function mapValues<From, To>(object: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, to(value)]));
}
