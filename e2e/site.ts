import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';

const program = resolve(import.meta.dirname, '../scripts/serve.js');
/** The program as its commands start it. */
export const mojian = resolve(import.meta.dirname, '../apps/server/src/mojian.ts');

const timeoutMs = 120_000;

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The real program on a free port, stopped like a user would. Without a DATA_DIR it goes on from a first start that all
 * share: with the sample content, or with none where SAMPLE_CONTENT is 0.
 */
export async function startSite(env: Record<string, string> = {}) {
  const dataDir = env.DATA_DIR ?? copyOf(env.SAMPLE_CONTENT === '0' ? 'empty' : 'filled');
  return start({ ...env, DATA_DIR: dataDir });
}

function copyOf(first: 'empty' | 'filled') {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-e2e-'));
  cpSync(join(inject('firstSites'), first), dataDir, { recursive: true });
  return dataDir;
}

/** Starts the program on a data folder and waits until it answers. SITE_URL is given without its port, unless a proxy is in front. */
export async function start(env: Record<string, string> & { DATA_DIR: string }) {
  const dataDir = env.DATA_DIR;
  const port = Number(env.PORT ?? (await freePort()));
  const origin = env.SITE_URL ?? 'http://127.0.0.1';
  const url = /:\d+$/.test(origin) ? origin : `${origin}:${port}`;
  // letters stay on the site, where tests read them, as if they had gone out
  const running = run({ LOG_LEVEL: 'error', SMTP_URL: 'keep:', ...env, PORT: String(port), SITE_URL: url });
  await running.says('墨笺已启动');

  return {
    url,
    dataDir,
    output: running.output,
    says: running.says,
    pid: running.child.pid,
    ended: running.ended,
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
    async remove() {
      await running.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the program and watches what it prints and how it ends. */
export function run(env: Record<string, string>, args: string[] = [program]) {
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production', ...env } });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let printed = '';
  const listen = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);

  return {
    child,
    ended,
    output: () => printed,
    async says(text: string) {
      const until = Date.now() + timeoutMs;
      while (!printed.includes(text)) {
        if (child.exitCode !== null || Date.now() > until) {
          child.kill('SIGKILL');
          throw new Error(`没有等到「${text}」：\n${printed}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    end: (signal: NodeJS.Signals) => end(child, ended, signal),
  };
}

async function end(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals) {
  child.kill(signal);
  return ended;
}

export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
