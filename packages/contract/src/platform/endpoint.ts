import type { z } from 'zod';
import type { Fault } from './failures.ts';
import type { BelongsTo } from './features.ts';
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

/** Declares one call of the API. The server mounts it, the client calls it, OpenAPI and the access test list it. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
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
