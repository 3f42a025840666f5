import type { z } from 'zod';
import type { BelongsTo } from '../core/features.ts';
import type { Permission } from '../core/permissions.ts';
import type { Fault } from './failures.ts';

/** Required access: anyone, any member, or the roles of a permission. There is no default. */
export type Access = 'anyone' | 'member' | Permission;

/** Rate limit per caller: members by account, others by address. Beyond it: 429. */
export type Limit = { most: number; seconds: number };

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  /** Summary for the API page, a Chinese line. */
  about: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  /** Refused for everybody while the owner has this off; of a list, while all of them are. */
  feature?: BelongsTo;
  limit?: Limit;
  /** Taken for granted of what members do, unless it is a GET. The demo account may make no such call. */
  changes?: boolean;
  /** Says something to others: refused for a muted member. */
  speaks?: boolean;
  /** Made also while the site is being maintained: the ways in, so that the staff gets in. */
  duringMaintenance?: boolean;
  /** Bytes of a JSON body, where it may be larger than one megabyte. */
  largestBody?: number;
  /** The body comes as multipart/form-data with one `file`, of this many bytes at the most. */
  uploads?: number;
  /** Name of the file in refusals; a picture by default. */
  uploadName?: string;
  /** Fields beside the data, for the few calls whose envelope carries any. */
  extra?: z.ZodType;
};

/** Declares one call of the API. The server mounts it, the client makes it, OpenAPI and the access test list it. */
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

/** Reply of a call: the data, or data and extra where declared. */
export type Reply<E extends Endpoint> = E['extra'] extends z.ZodType
  ? { data: z.output<E['reply']>; extra: z.output<E['extra']> }
  : z.output<E['reply']>;

/**
 * The shape of every answer. `code` 200 or the failure's HTTP status; `extra` is never null. `faults` are told where more
 * than one input is at fault.
 */
export type Envelope = {
  code: number;
  message: string;
  data: unknown;
  extra: { failure?: string; field?: string; faults?: Fault[]; retryAfter?: number; [name: string]: unknown };
};
