import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPublicAddress, judgedLookup, NoAnswer, type ReachOptions } from './outgoing.ts';

type Body = { bytes: number; content: AsyncIterable<Uint8Array> };
export type TransferRequest = { method: string; headers?: Record<string, string>; body?: string | Body };

export type TransferOptions = Pick<ReachOptions, 'agent' | 'mayReach' | 'stopping'> & {
  /** Milliseconds without a byte after which the connection counts as dead; a transfer may take as long as it needs. */
  silence: number;
};

/** The caller reads the answer, or not, and closes. */
export type Transfer = { answer: IncomingMessage; close: () => void };

/** Milliseconds in which a server may refuse a large body before it is sent. */
const refusesWithin = 1500;
const largeBody = 1024 ** 2;

/**
 * Makes one request of any method to an address that the owner entered, with a body of any size in bounded memory.
 * Resolves the name once, connects to what was checked, and follows no redirect.
 * @throws NoAnswer; whatever `content` throws
 */
export async function transfer(url: string, sent: TransferRequest, options: TransferOptions): Promise<Transfer> {
  const { mayReach = isPublicAddress, agent, silence, stopping } = options;
  const target = checkedTarget(url, mayReach);
  const { request } = await (target.protocol === 'https:' ? import('node:https') : import('node:http'));
  const content = new Content(sent.body);
  const outgoing = request(target, {
    method: sent.method,
    agent: false,
    timeout: silence,
    lookup: judgedLookup(mayReach),
    headers: { ...sent.headers, ...content.headers, 'user-agent': agent },
    ...(stopping && { signal: stopping }),
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.on('timeout', () => {
    const late = new NoAnswer('对方迟迟没有应答');
    void answered.then(([answer]) => answer.destroy(late)).catch(() => {});
    outgoing.destroy(late);
  });
  try {
    const answer = await send(outgoing, answered, content);
    return { answer, close: () => outgoing.destroy() };
  } catch (error) {
    outgoing.destroy();
    if (content.failure !== undefined) throw content.failure;
    throw error instanceof NoAnswer ? error : new NoAnswer('对方没有应答', { cause: error });
  }
}

/** @throws NoAnswer for an address that may not be reached */
function checkedTarget(url: string, mayReach: (address: string) => boolean) {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) throw new NoAnswer('这个地址不能打开');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !mayReach(host)) throw new NoAnswer('对方不在公网上');
  return target;
}

/** Sends the body, up to an answer: a refusal may come before its end. */
async function send(outgoing: ClientRequest, answered: Promise<[IncomingMessage]>, content: Content) {
  answered.catch(() => {}); // awaited below
  if (content.isLarge) {
    outgoing.flushHeaders();
    await Promise.race([once(outgoing, 'continue'), answered, sleep(refusesWithin)]);
  }
  const sending = pipeline(content.read(), outgoing).then(() => answered);
  const [answer] = await Promise.race([answered, sending]);
  return answer;
}

/** Body of a request, which remembers an error of its own: that is no fault of the other side. */
class Content {
  readonly #body: TransferRequest['body'];
  readonly #bytes: number;
  failure: unknown;

  constructor(body: TransferRequest['body']) {
    this.#body = body;
    this.#bytes = typeof body === 'string' ? Buffer.byteLength(body) : (body?.bytes ?? 0);
  }

  get isLarge() {
    return this.#bytes > largeBody;
  }

  get headers(): Record<string, string> {
    if (this.#body === undefined) return {};
    return { 'content-length': String(this.#bytes), ...(this.isLarge && { expect: '100-continue' }) };
  }

  read() {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    if (typeof this.#body !== 'object') {
      if (this.#bytes > 0) yield Buffer.from(this.#body ?? '');
      return;
    }
    try {
      yield* this.#body.content;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
