import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../apps/server/src/platform/db/schema.ts';
import type { Stack } from './stack.ts';

const readers = 8;
const writers = 6;
const pauseMs = 5;

type Counts = { reads: number; failedReads: number; writes: number; failedWrites: number; longestGap: number };
type Place = { articleId: number; tokens: string[] };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Readers and members who write, through the proxy, for as long as `run` does something to the site. */
export class Traffic {
  readonly #url: string;
  readonly #place: Place;
  /** Texts of comments the site has answered with 200. */
  readonly acknowledged: string[] = [];
  #counts: Counts = { reads: 0, failedReads: 0, writes: 0, failedWrites: 0, longestGap: 0 };
  #writtenAt = 0;
  #number = 0;
  #isGoing = true;

  constructor(url: string, place: Place) {
    this.#url = url;
    this.#place = place;
  }

  async during(run: () => Promise<unknown>): Promise<Counts> {
    this.#counts = { reads: 0, failedReads: 0, writes: 0, failedWrites: 0, longestGap: 0 };
    this.#writtenAt = performance.now();
    this.#isGoing = true;
    const loops = [
      ...Array.from({ length: readers }, (_, n) => this.#read(n)),
      ...Array.from({ length: writers }, (_, n) => this.#write(n)),
    ];
    await run();
    this.#isGoing = false;
    await Promise.all(loops);
    return this.#counts;
  }

  async #read(reader: number) {
    const paths = ['/', `/article/${this.#place.articleId}`, '/v1/article/', '/archive'];
    for (let n = reader; this.#isGoing; n++) {
      const status = await ask(this.#url, paths[n % paths.length] ?? '/', { address: addressOf(n, reader) });
      this.#counts.reads++;
      if (status !== 200) this.#counts.failedReads++;
      await setTimeout(pauseMs);
    }
  }

  /** Writes as the browser does: a call without an answer is sent again with the same key, and is written once. */
  async #write(writer: number) {
    while (this.#isGoing) {
      const n = this.#number++;
      const text = `第 ${n} 句，有人答应了才算`;
      const token = this.#place.tokens[(n * writers + writer) % this.#place.tokens.length] ?? '';
      const body = JSON.stringify({ articleId: this.#place.articleId, text, key: `grow-${n}` });
      for (let isDone = false; !isDone && this.#isGoing; ) {
        const status = await ask(this.#url, '/v1/comment/', { token, body, address: addressOf(n, writer) });
        isDone = status === 200;
        if (isDone) this.#acknowledge(text);
        else {
          this.#counts.failedWrites++;
          await setTimeout(50);
        }
      }
      await setTimeout(pauseMs);
    }
  }

  #acknowledge(text: string) {
    const now = performance.now();
    this.acknowledged.push(text);
    this.#counts.writes++;
    this.#counts.longestGap = Math.max(this.#counts.longestGap, now - this.#writtenAt);
    this.#writtenAt = now;
  }
}

/** Counts acknowledged comments that are missing, and comments that are there twice. */
export async function checkWritten(db: Db, acknowledged: string[]) {
  const rows = await db.selectFrom('comments').select('text').where('text', 'like', '%有人答应了才算').execute();
  const counts = new Map<string, number>();
  for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
  return {
    missing: acknowledged.filter((text) => !counts.has(text)).length,
    twice: [...counts.values()].filter((count) => count > 1).length,
  };
}

/** Sends calls of one address beyond the limit of 600 a minute to all processes. @returns how many were let through */
export async function countAllowed({ url }: Stack, calls: number) {
  const statuses = await Promise.all(
    Array.from({ length: calls }, () => ask(url, '/v1/category/', { address: '198.51.100.7' })),
  );
  return {
    allowed: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 429).length,
  };
}

export const addressOf = (n: number, other: number) => `10.${other}.${(n >> 8) & 255}.${n & 255}`;

type AskOptions = { token?: string; body?: string; address: string };

/** Status of an answer read to its end; 0 without one. */
export function ask(url: string, path: string, { token, body, address }: AskOptions) {
  return new Promise<number>((resolve) => {
    const headers = {
      'x-forwarded-for': address,
      ...(token && { authorization: token }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request(url + path, { agent, method: body ? 'POST' : 'GET', headers, timeout: 20_000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
