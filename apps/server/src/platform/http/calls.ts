import type { Endpoint, Envelope, Input, Reply } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { keyScopes, scopesOfCall } from '@mojian/contract/platform/key-scopes';
import { may } from '@mojian/contract/platform/permissions';
import { z } from 'zod';
import { type CallLine, callLineOf } from './call-sheet.ts';
import type { Wanted } from './files.ts';
import { ignoresUnknownFields, readInput } from './input.ts';
import { trimTo } from './trim.ts';
import { type Caller, type Viewer, visitor } from './viewer.ts';
import { WriteBarrier } from './write-barrier.ts';

type CallerFor<E extends Endpoint> = E['access'] extends 'anyone' ? Caller : Caller & { viewer: Viewer };
/** A call that replies null may return nothing. */
type Result<E extends Endpoint> = Promise<Reply<E>> | ([Reply<E>] extends [null] ? Promise<void> : never);
type Handler<E extends Endpoint> = (input: Input<E>, caller: CallerFor<E>) => Result<E>;

/** Handler of a call that pages use, with the cache tags of its reply: they are dropped when one of them changes. */
type TaggedHandler<E extends Endpoint> = { tags: string[] | ((input: Input<E>) => string[]); handle: Handler<E> };

/** Handler of a call that takes several kinds of files, and what it takes of this member. */
type FileHandler<E extends Endpoint> = { accepts: (viewer: Viewer) => Promise<Wanted>; handle: Handler<E> };

type Served = {
  endpoint: Endpoint;
  handle: (input: never, caller: never) => Promise<unknown>;
  tags: (input: never) => string[];
  accepts?: ((viewer: Viewer) => Promise<Wanted>) | undefined;
};

/** Adds a noun's calls to the API. One without a handler does not compile. */
export type Serve = <Declared extends Record<string, Endpoint>>(
  calls: Declared,
  handlers: {
    [Name in keyof Declared]: Handler<Declared[Name]> | TaggedHandler<Declared[Name]> | FileHandler<Declared[Name]>;
  },
) => void;

/** `readBody` replaces `body` for large ones, which are read after access is granted. */
export type RawInput = { params?: unknown; query?: unknown; body?: unknown; readBody?: () => Promise<unknown> };

/** Throws to refuse calls in the site's present state. Runs after the access check. */
type Guard = (endpoint: Endpoint, viewer: Viewer | null) => Promise<void>;

/** Throws to refuse calls of a feature that is switched off. Runs before everything else. */
type Offers = (endpoint: Endpoint) => Promise<void>;

type CallsDeps = {
  writeBarrier?: WriteBarrier;
  offers?: Offers;
  guard?: Guard;
  onWritten?: (endpoint: Endpoint) => void;
};

/** Schema of undeclared input. */
const nothing = z.object({});

/** All calls of the server, reachable over HTTP and in process. */
export class Calls {
  readonly #served = new Map<string, Served>();
  /** Loads the noun of a call that was declared and not served yet. */
  readonly #loading = new Map<string, () => Promise<void>>();
  readonly #lines = new Map<string, CallLine>();
  readonly #writeBarrier: WriteBarrier;
  readonly #offers: Offers;
  readonly #guard: Guard;
  readonly #onWritten: (endpoint: Endpoint) => void;

  /** Writes pass `writeBarrier`; `onWritten` runs after each successful one. */
  constructor({
    writeBarrier = new WriteBarrier(),
    offers = async () => {},
    guard = async () => {},
    onWritten = () => {},
  }: CallsDeps = {}) {
    this.#writeBarrier = writeBarrier;
    this.#offers = offers;
    this.#guard = guard;
    this.#onWritten = onWritten;
  }

  readonly serve: Serve = (calls, handlers) => {
    for (const [name, endpoint] of Object.entries(calls)) {
      const handler = handlers[name];
      if (!handler) throw new Error(`no handler of ${callName(endpoint)}`);
      const served = typeof handler === 'function' ? { handle: handler } : handler;
      const tags = 'tags' in served ? served.tags : [];
      this.#served.set(callName(endpoint), {
        endpoint,
        handle: served.handle,
        tags: typeof tags === 'function' ? tags : () => tags,
        accepts: 'accepts' in served ? served.accepts : undefined,
      });
      this.#lines.set(callName(endpoint), callLineOf(endpoint));
    }
  };

  /** Announces calls that `load` serves; it runs when one of them is first asked for. */
  declare(lines: CallLine[], load: () => Promise<void>) {
    let loaded: Promise<void> | undefined;
    const loadOnce = () => {
      loaded ??= load();
      return loaded;
    };
    for (const line of lines) {
      this.#lines.set(callName(line), line);
      this.#loading.set(callName(line), loadOnce);
    }
  }

  lines(): CallLine[] {
    return [...this.#lines.values()];
  }

  /** Every call with its shapes, loaded where it was only declared. */
  async list(): Promise<Endpoint[]> {
    for (const load of this.#loading.values()) await load();
    return [...this.#served.values()].map(({ endpoint }) => endpoint);
  }

  /** Checks access before anything of the request is read. @throws Failure when denied */
  async admit(name: string, viewer: Viewer | null) {
    if (!this.#served.has(name)) await this.#loading.get(name)?.();
    const served = this.#served.get(name);
    if (!served) throw new Failure('not-found', '没有这个接口');
    await this.#offers(served.endpoint);
    requireAccess(served.endpoint, viewer);
    await this.#guard(served.endpoint, viewer);
    return served;
  }

  /** Limit of a member's file in a call that takes several kinds; undefined for other calls. */
  async accepts(name: string, viewer: Viewer) {
    return this.#served.get(name)?.accepts?.(viewer);
  }

  /**
   * Checks access, parses the input, runs the handler and trims its reply to the declared shape.
   * @throws Failure as declared, and for input that does not fit
   */
  async answer(name: string, raw: RawInput, caller: Caller): Promise<{ envelope: Envelope; tags: string[] }> {
    const { endpoint, handle, tags } = await this.admit(name, caller.viewer);
    const address = readAddress(endpoint, raw); // refused before a file is received
    const input = { ...address, body: readBody(endpoint, raw.readBody ? await raw.readBody() : raw.body) };
    requireKeyAct(endpoint, input.body, caller.viewer);
    const work = () => handle(input as never, caller as never);
    const reply = await (writes(endpoint) ? this.#writeBarrier.pass(work) : work());
    if (writes(endpoint)) this.#onWritten(endpoint);
    return { envelope: wrap(endpoint, reply, parseAs), tags: tags(input as never) };
  }

  /**
   * Checks access of a visitor in this process. `run` answers, trimmed to the declared shape but not checked against
   * it: types do that, and tests of the same call over HTTP.
   * @throws Failure when denied, and for input that does not fit
   */
  async read(name: string, { query, body }: Pick<RawInput, 'query' | 'body'>) {
    const { endpoint, handle, tags } = await this.admit(name, null);
    const input = { ...readAddress(endpoint, { query }), body: readBody(endpoint, body) };
    return {
      tags: tags(input as never),
      run: async () => wrap(endpoint, await handle(input as never, visitor as never), trimTo),
    };
  }
}

function readAddress(endpoint: Endpoint, raw: RawInput) {
  const { params = nothing, query = nothing } = endpoint;
  const ignoresUnknown = ignoresUnknownFields(endpoint);
  return {
    params: readInput(params, raw.params ?? {}),
    query: readInput(query, raw.query ?? {}, { isQuery: true, ignoresUnknown }),
  };
}

function readBody(endpoint: Endpoint, sent: unknown) {
  const { body = nothing } = endpoint;
  return readInput(body, sent ?? {}, { ignoresUnknown: ignoresUnknownFields(endpoint) });
}

/** Key of a call, as `GET /v1/tag/`. */
export function callName({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  return `${method} ${path}`;
}

/** Makes the envelope. `fit`: how a reply is brought to its declared shape. */
function wrap(endpoint: Endpoint, reply: unknown, fit: (shape: z.ZodType) => (value: unknown) => unknown): Envelope {
  const { data, extra } = endpoint.extra
    ? (reply as { data: unknown; extra: unknown })
    : { data: reply, extra: undefined };
  return {
    code: 200,
    message: '',
    data: fit(endpoint.reply)(data ?? null),
    extra: (endpoint.extra ? fit(endpoint.extra)(extra) : {}) as Envelope['extra'],
  };
}

const parseAs = (shape: z.ZodType) => (value: unknown) => shape.parse(value);

/** The shared demo account reads what staff read and changes nothing. */
function changesAnything({ access, method, changes }: Endpoint) {
  return changes ?? (access !== 'anyone' && method !== 'GET');
}

function writes({ method, changes }: Endpoint) {
  return changes ?? method !== 'GET';
}

function requireAccess(endpoint: Endpoint, viewer: Viewer | null) {
  const { access } = endpoint;
  if (viewer?.key) requireScope(endpoint, viewer.key);
  if (viewer?.role === 'demo' && changesAnything(endpoint)) throw new Failure('not-allowed', '演示模式，不允许操作');
  if (access === 'anyone') return;
  if (!viewer) throw new Failure('signed-out');
  if (access !== 'member' && !may(viewer.role, access)) throw new Failure('not-allowed');
}

/** @throws Failure naming the scope that a key lacks */
function requireScope(endpoint: Endpoint, { scopes }: NonNullable<Viewer['key']>) {
  const opening = scopesOfCall(endpoint);
  if (opening.length === 0) throw new Failure('no-scope', '钥匙不能做这件事，请登录后自己来');
  if (opening.some((scope) => scopes.includes(scope))) return;
  const names = opening.map((scope) => `「${keyScopes[scope].title}」（${scope}）`).join('或');
  throw new Failure('no-scope', `这把钥匙没有${names}的权限`);
}

/** Refuses acts of a batch that no key may do, as removing. */
function requireKeyAct({ keyActs = [] }: Endpoint, body: unknown, viewer: Viewer | null) {
  if (!viewer?.key || typeof body !== 'object' || body === null || !('act' in body)) return;
  if (!keyActs.includes(String(body.act))) throw new Failure('no-scope', '钥匙不能做这件事，请登录后自己来', 'act');
}
