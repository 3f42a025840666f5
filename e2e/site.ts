import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(import.meta.dirname, '../scripts/serve.js');
const patience = 30_000;

export type Site = Awaited<ReturnType<typeof startSite>>;

/** The real program on a fresh data folder and a free port, started and stopped like a user would. */
export async function startSite(env: Record<string, string> = {}) {
  const dataDir = env.DATA_DIR ?? newDataDir();
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const running = run({ DATA_DIR: dataDir, PORT: String(port), SITE_URL: url, LOG_LEVEL: 'error', ...env });
  await running.says('墨笺已启动');

  return {
    url,
    dataDir,
    output: running.output,
    says: running.says,
    pid: running.child.pid,
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
    async remove() {
      await running.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Covers look alike on every site: they are drawn once for all of them. */
const covers = resolve(import.meta.dirname, '../node_modules/.cache/covers');

function newDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-e2e-'));
  mkdirSync(covers, { recursive: true });
  symlinkSync(covers, join(dataDir, 'covers'));
  return dataDir;
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
      const until = Date.now() + patience;
      while (!printed.includes(text)) {
        if (child.exitCode !== null || Date.now() > until) throw new Error(`没有等到「${text}」：\n${printed}`);
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
