import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../e2e/site.ts';
import { buildWhenNeeded } from '../../scripts/build.js';
import { openReport } from '../report.ts';
import { cpuOf } from '../server-use.ts';
import { startThousand } from './site.ts';

const rounds = 3;
const seconds = 4;
/** CPU of bare Fastify, multiplied. */
const budget = 1.2;
const agent = 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0';

/** `url`: of the page. */
type Server = { name: string; url: string; pid: number; remove: () => Promise<unknown> };

/**
 * Measures the CPU of a cached article beside bare Fastify with the same bytes and headers, on plain sockets and behind
 * nginx, in turn. Other checkouts, already built, take part. Needs wrk, as autocannon is slower than what it measures.
 */
export async function measureSending(others: string[]) {
  if (spawnSync('wrk', ['-v']).error) throw new Error('没有 wrk：apt-get install wrk');
  buildWhenNeeded();
  const report = openReport();
  const servers = await startAll([...others, process.cwd()]);
  await measure('直接连接', servers, report);
  const nginx = await Promise.all(servers.map(startNginxBefore));
  await measure('在 nginx 后面，保持连接', nginx, report);
  for (const server of [...nginx, ...servers]) await server.remove();
  report.end();
}

async function startAll(programs: string[]) {
  const servers: Server[] = [];
  for (const program of programs) {
    const { url, pid = 0, paths, remove } = await startThousand(program);
    servers.push({ name: program, url: url + paths[0], pid, remove });
  }
  const copyOf = servers.at(-1)?.url ?? '';
  for (let time = 0; time < 3; time++) await (await fetch(copyOf)).text(); // the well compressed body is compared
  return [await startFastify(copyOf), ...servers];
}

async function measure(name: string, servers: Server[], report: ReturnType<typeof openReport>) {
  report.section(`${name}：占处理器的微秒，每秒次数（32 条连接，${rounds} 轮）`);
  const all = servers.map(() => ({ cpu: [] as number[], rate: [] as number[] }));
  for (const server of servers) await hammer(server, 1);
  for (let round = 0; round < rounds; round++)
    for (const [n, server] of servers.entries()) {
      const { cpu, rate } = await hammer(server, seconds);
      all[n]?.cpu.push(cpu);
      all[n]?.rate.push(rate);
    }
  const bare = Math.min(...(all[0]?.cpu ?? []));
  for (const [n, { cpu, rate }] of all.entries()) {
    const times = Math.min(...cpu) / bare;
    const figure = `${cpu.map((one) => one.toFixed(1)).join(' / ')} µs，${Math.round(Math.max(...rate))} 次/秒，${times.toFixed(2)} 倍`;
    report.line(servers[n]?.name ?? '', figure, n ? { ok: times <= budget, want: `≤ ${budget} 倍` } : undefined);
  }
}

async function hammer({ url, pid }: Server, lasting: number) {
  const headers = ['-H', 'accept-encoding: gzip', '-H', `user-agent: ${agent}`];
  const before = cpuOf(pid);
  const wrk = spawn('wrk', ['-c32', '-t1', `-d${lasting}s`, ...headers, url]);
  let printed = '';
  wrk.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  await new Promise((done) => wrk.on('exit', done));
  if (/Non-2xx|Socket errors/.test(printed)) throw new Error(printed);
  const answers = Number(/(\d+) requests in/.exec(printed)?.[1]);
  return { cpu: ((cpuOf(pid) - before) / answers) * 1000, rate: answers / lasting };
}

async function startFastify(copyOf: string): Promise<Server> {
  const port = await freePort();
  const program = resolve(import.meta.dirname, 'bare-fastify.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=16', program, copyOf, String(port)]);
  child.stderr.pipe(process.stderr);
  await new Promise((done) => child.stdout.once('data', done));
  return {
    name: '裸 Fastify',
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    remove: async () => child.kill(),
  };
}

/** The CPU is still that of the server behind it. */
async function startNginxBefore({ name, url, pid }: Server): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-nginx-'));
  mkdirSync(join(folder, 'tmp'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/tmp;`,
  );
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const conf = `${user}worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { access_log off; keepalive_requests 1000000; ${temporary.join(' ')}
  upstream site { server ${new URL(url).host}; keepalive 64; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://site; proxy_http_version 1.1; proxy_set_header connection ""; proxy_set_header host $host;
      proxy_set_header x-forwarded-for $proxy_add_x_forwarded_for; } } }`;
  writeFileSync(join(folder, 'nginx.conf'), conf);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const before = `http://127.0.0.1:${port}${new URL(url).pathname}`;
  for (let round = 0; round < 100; round++) {
    if ((await fetch(before).catch(() => undefined))?.ok) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    name,
    url: before,
    pid,
    async remove() {
      child.kill('SIGQUIT');
      await new Promise((done) => child.on('exit', done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
