import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { start } from '../../../e2e/site.ts';
import { buildWhenNeeded } from '../../../scripts/build.js';
import { migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import type { Db } from '../src/platform/db/schema.ts';
import { secretHash } from '../src/platform/tickets/tickets.ts';

/**
 * Milliseconds of CPU since the start, until the memory was tidied and after it; bytes that the program holds in V8's
 * heap and in buffers, and bytes of the process, with what the allocator keeps for later.
 */
type Usage = { cpu: number; tidied: number; memory: number; resident: number };

buildWhenNeeded(); // the program would, but within the time of the test that starts it

/** A member of a served site, who is logged in. */
const tokenOfMember = 'token-of-a-member';

/** The real program with the flags it ships with, as a process of its own whose CPU and memory can be told. */
export async function serve(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-served-'));
  const dataDir = join(folder, 'data');
  await prepare(dataDir);
  const usageFile = join(folder, 'usage.json');
  const publisher = pathToFileURL(resolve(import.meta.dirname, 'tell-usage.js')).href;
  const site = await start({
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: '0',
    USAGE_FILE: usageFile,
    NODE_OPTIONS: `--import=${publisher}`,
    ...env,
  });
  const port = Number(new URL(site.url).port);
  const sockets: Socket[] = [];

  return {
    ...site,
    db: openDatabase(join(dataDir, 'mojian.db')),
    memberToken: tokenOfMember,
    /** CPU and memory used so far, after a garbage collection. */
    async usage(): Promise<Usage> {
      rmSync(usageFile, { force: true });
      process.kill(site.pid ?? 0, 'SIGUSR2');
      for (;;)
        try {
          return JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
        } catch {
          await sleep(20);
        }
    },
    /** A connection without any client’s manners. */
    dial() {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      return socket;
    },
    /** Sends a request; status 0 when the connection broke. */
    ask: (path: string, { method = 'GET', headers = {}, body }: Asking = {}) =>
      new Promise<Answer>((answer) => {
        // kept alive: whose connection is closed at once may not hear why
        const agent = new Agent({ keepAlive: true });
        const requested = request({ host: '127.0.0.1', port, path, method, headers, agent });
        requested.on('error', () => answer({ status: 0, headers: {}, text: '' }));
        requested.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
          response.on('close', () => {
            answer({ status: response.statusCode ?? 0, headers: response.headers, text });
            agent.destroy();
          });
        });
        requested.end(body);
      }),
    async end() {
      for (const socket of sockets) socket.destroy();
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Watches the most memory that a process has from now on, in bytes. Linux. */
export function peakOf(pid: number | undefined) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Waits until a process has done what it was asked: half a second in which it neither ran nor wanted to. Linux. */
export async function atRest(pid: number | undefined) {
  const look = () => {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { isAsleep: state === 'S', ticks: Number(fields[10]) + Number(fields[11]) };
  };
  let before = look().ticks;
  for (let quiet = 0; quiet < 5; ) {
    await sleep(100);
    const { isAsleep, ticks } = look();
    quiet = isAsleep && ticks === before ? quiet + 1 : 0;
    before = ticks;
  }
}

type Asking = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
type Answer = { status: number; headers: Record<string, unknown>; text: string };

async function prepare(dataDir: string) {
  const { mkdirSync } = await import('node:fs');
  mkdirSync(dataDir);
  const db = openDatabase(join(dataDir, 'mojian.db'));
  await migrate(db, 'sqlite');
  await enter(db, tokenOfMember);
  await db.destroy();
}

/** A member with a session of this token. */
export async function enter(db: Db, token: string, nickname = token) {
  const now = Date.now();
  const { id } = await db
    .insertInto('users')
    .values({ nickname, nicknameKey: nickname, role: 'member', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { createdAt: now, usedAt: now, expiresAt: now + 3_600_000 };
  await db
    .insertInto('sessions')
    .values({ userId: id, tokenHash: secretHash(token), way: 'password', device: '', place: '', ...times })
    .execute();
  return id;
}
