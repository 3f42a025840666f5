import { z } from 'zod';
import type { Fault } from './failures.ts';
import type { BelongsTo } from './features.ts';
import { batchResult, ids, pageOf, pageQuery } from './fields.ts';
import type { KeyScope } from './key-scopes.ts';
import type { Permission } from './permissions.ts';

/** Required access: anyone, any member, or a permission of the back office. There is no default. */
export type Access = 'anyone' | 'member' | Permission;

/** Rate limit per caller: members by account, others by address. Beyond it: 429. */
export type Limit = { most: number; seconds: number };

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  /** Summary on the API page, one Chinese line. */
  about: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Refused while the owner has this feature off; of a list, while all are off. */
  feature?: BelongsTo;
  limit?: Limit;
  /** Refused for the demo account. Defaults to true for members' calls other than GET. */
  changes?: boolean;
  /** Scopes of a program's key of which one opens the call. Without any it is closed to keys. */
  scope?: KeyScope | readonly KeyScope[];
  /** Acts of a batch that a key may do; without them none. */
  keyActs?: readonly string[];
  /** Publishes to others: refused for a muted member. */
  speaks?: boolean;
  /** Refused (428) unless this session gave the password within ten minutes: power over another account, or data out. */
  confirmed?: boolean;
  /** Allowed during maintenance: the login calls, so that staff can enter. */
  duringMaintenance?: boolean;
  /** Bytes of a JSON body, if above one megabyte. */
  largestBody?: number;
  /** Takes multipart/form-data with one `file` of at most this many bytes. */
  uploads?: number;
  /** Name of the file in refusals; default: a picture. */
  uploadName?: string;
  /** Fields of the envelope beside the data, for the few calls that have any. */
  extra?: z.ZodType;
};

/** Parts of a call beside its method, path and access. Without a `reply` it replies null. */
type Rest = Omit<Endpoint, 'method' | 'path' | 'access' | 'reply'> & { reply?: z.ZodType };
type WithReply<R> = R extends { reply: z.ZodType } ? R : R & { reply: z.ZodNull };

/**
 * Declares a call of the API: path, who may make it, and the rest. The server mounts it, the client calls it, OpenAPI
 * and the access test list it.
 */
export const get = declare('GET');
export const post = declare('POST');
export const put = declare('PUT');
export const del = declare('DELETE');

function declare<const Method extends Endpoint['method']>(method: Method) {
  return <const Path extends string, const A extends Access, const R extends Rest>(path: Path, access: A, rest: R) =>
    ({ reply: z.null(), ...rest, method, path, access }) as WithReply<R> & { method: Method; path: Path; access: A };
}

type NoFields = Record<never, never>;

/** Declares a list in pages, with `filters` beside the page's number and size. */
export function paged<
  const Path extends string,
  const A extends Access,
  Row extends z.ZodType,
  const R extends Omit<Rest, 'query' | 'reply'>,
  Filters extends z.ZodRawShape = NoFields,
>(path: Path, access: A, { row, filters = {} as Filters, ...rest }: R & { row: Row; filters?: Filters }) {
  return get(path, access, { ...rest, query: pageQuery.extend(filters), reply: pageOf(row) });
}

/** Declares an act on a batch of rows, `with` more that some of the acts take. Each row may be refused by itself. */
export function batch<
  const Path extends string,
  const A extends Access,
  const Acts extends readonly [string, ...string[]],
  const R extends Omit<Rest, 'body' | 'reply'>,
  More extends z.ZodRawShape = NoFields,
>(path: Path, access: A, { acts, with: more = {} as More, ...rest }: R & { acts: Acts; with?: More }) {
  const body = z.object({ ids, act: z.enum(acts, '没有这种处理'), ...more });
  return post(path, access, { ...rest, body, reply: batchResult });
}

/** Marks all calls of a noun as a feature's, which the owner may switch off. */
export function ofFeature<const F extends BelongsTo, Calls extends Record<string, Endpoint>>(feature: F, calls: Calls) {
  const marked = Object.entries(calls).map(([name, call]) => [name, { ...call, feature }]);
  return Object.fromEntries(marked) as { [Name in keyof Calls]: Calls[Name] & { feature: F } };
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Part = 'params' | 'query' | 'body';
type Declared<E> = Extract<keyof E, Part>;

/** Parsed input of the server's handler. */
export type Input<E extends Endpoint> = { [P in Declared<E>]: Parsed<E[P]> };

/** Input of a caller: fields with defaults may be left out. */
export type Call<E extends Endpoint> = { [P in Declared<E>]: Sent<E[P]> };

/** Reply of a call: the data, or data and extra if declared. */
export type Reply<E extends Endpoint> = E['extra'] extends z.ZodType
  ? { data: z.output<E['reply']>; extra: z.output<E['extra']> }
  : z.output<E['reply']>;

/**
 * Shape of every answer. `code`: 200 or the failure's HTTP status; `extra` is never null. `faults` is present if more
 * than one input is invalid.
 */
export type Envelope = {
  code: number;
  message: string;
  data: unknown;
  extra: { failure?: string; field?: string; faults?: Fault[]; retryAfter?: number; [name: string]: unknown };
};
