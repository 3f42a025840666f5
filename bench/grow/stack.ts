import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startS3 } from '../../apps/server/test/s3.ts';
import { startPostgres } from '../../apps/server/test/start-postgres.ts';
import { freePort, run } from '../../e2e/site.ts';
import { buildWhenNeeded } from '../../scripts/build.js';

export type Stack = Awaited<ReturnType<typeof startStack>>;

export const processes = 3;
/** Seconds for which a stopping process still takes requests: nginx meanwhile learns to leave it. */
const drainSeconds = 2;

/**
 * Starts PostgreSQL, a bucket, three processes of the site, and nginx where it is installed, all on 127.0.0.1.
 * `isTry`: without sample content, and trusting the load generator to name the visitors.
 */
export async function startStack({ isTry = false } = {}) {
  buildWhenNeeded();
  const folder = mkdtempSync(join(tmpdir(), 'mojian-grow-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    return { ...(await startServices(folder, isTry, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds to `stops` how each part ends. */
async function startServices(folder: string, isTry: boolean, stops: (() => unknown)[]) {
  const postgres = await startPostgres({ flags: ['max_connections=100'] });
  stops.push(postgres.stop);
  const bucket = await startS3();
  stops.push(bucket.remove, bucket.stop);
  const ports = await Promise.all(Array.from({ length: processes + 2 }, freePort));
  const [port = 0, onePort = 0, ...own] = ports;
  const hasNginx = !spawnSync('nginx', ['-v']).error;
  const url = `http://127.0.0.1:${hasNginx ? port : own[0]}`;

  const env = {
    SITE_URL: url,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    STORAGE_URL: bucket.url(),
    SMTP_URL: 'keep:',
    TRUST_PROXY: hasNginx ? (isTry ? '2' : '1') : '0',
    SAMPLE_CONTENT: isTry ? '0' : '1',
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: 'error',
  };
  const site = own.map((one) => siteProcess({ ...env, PORT: String(one) }));
  stops.push(() => Promise.all(site.map((one) => one.end('SIGTERM'))));
  for (const one of site) await one.start(); // the first writes the sample content, the last prints the link that is valid
  const nginx = hasNginx ? await startNginx(folder, { port, onePort, own }) : undefined;
  stops.push(() => nginx?.kill('SIGQUIT'));

  return {
    url,
    /** Address of the proxy that leads to one process only. */
    oneUrl: `http://127.0.0.1:${onePort}`,
    postgres,
    site,
    nginx,
    addresses: own.map((one) => `http://127.0.0.1:${one}`),
    /** The newest link to set up the owner's account. */
    link: () => /http\S+\/setup\?token=\S+/.exec(site.at(-1)?.output() ?? '')?.[0],
  };
}

function siteProcess(env: Record<string, string>) {
  let running: ReturnType<typeof run> | undefined;
  return {
    port: Number(env.PORT),
    get pid() {
      return running?.child.pid ?? 0;
    },
    output: () => running?.output() ?? '',
    /** Starts it, or starts it again after its end. */
    async start() {
      running = run(env);
      await running.says('墨笺已启动');
    },
    async end(by: 'SIGTERM' | 'SIGKILL') {
      await running?.end(by);
    },
  };
}

type Ports = { port: number; onePort: number; own: number[] };

/** Starts it with the settings of docs/grow.md, and a second address that leads to one process only. */
async function startNginx(folder: string, ports: Ports): Promise<ChildProcess> {
  const root = join(folder, 'nginx');
  mkdirSync(root);
  writeFileSync(join(root, 'nginx.conf'), settings(root, ports));
  const child = spawn('nginx', ['-p', root, '-c', join(root, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
  for (let round = 0; round < 100; round++) {
    const answer = await fetch(`http://127.0.0.1:${ports.port}/`).catch(() => undefined);
    if (answer?.ok) return child;
    await setTimeout(100);
  }
  throw new Error('nginx 没有起来');
}

function settings(root: string, { port, onePort, own }: Ports) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${root};`);
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const servers = (of: number[]) => of.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join(' ');
  const site = (listen: number, upstream: string) => `server {
    listen 127.0.0.1:${listen};
    client_max_body_size 120m;
    location / {
      proxy_pass http://${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
    }
  }`;
  return `${user}worker_processes 1; pid ${root}/pid; error_log ${root}/error.log;
events { worker_connections 1024; }
http {
  access_log off; ${temporary.join(' ')}
  upstream all { ${servers(own)} keepalive 32; }
  upstream one { ${servers(own.slice(0, 1))} keepalive 32; }
  ${site(port, 'all')}
  ${site(onePort, 'one')}
}`;
}
