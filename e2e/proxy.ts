import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export type Ports = { http: number; https: number; site: number };
export type Certificate = ReturnType<typeof makeCertificate>;
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

const deploy = resolve(import.meta.dirname, '../deploy');

export function isInstalled(program: 'nginx' | 'caddy') {
  return !spawnSync(program, [program === 'nginx' ? '-v' : 'version']).error;
}

/** A certificate of its own for localhost. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-certificate-'));
  const [path, keyPath] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyPath];
  execFileSync('openssl', ['req', '-x509', '-days', '90', ...key, ...subject, '-out', path], { stdio: 'ignore' });
  return { path, keyPath, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Starts a proxy with an example of `deploy`, changed only where it names the domain, ports, certificate and site: an
 * example that no longer names one of them fails here.
 */
export async function startProxy(example: string, ports: Ports, certificate: Certificate) {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-proxy-'));
  const text = readFileSync(join(deploy, example), 'utf8');
  const isCaddy = example.endsWith('Caddyfile');
  const path = join(folder, isCaddy ? 'Caddyfile' : 'nginx.conf');
  writeFileSync(
    path,
    isCaddy ? forCaddy(text, ports, certificate, folder) : forNginx(text, ports, certificate, folder),
  );
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = isCaddy
    ? spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], { env })
    : spawn('nginx', ['-p', folder, '-c', path], { env });
  let said = '';
  child.stderr.on('data', (bytes) => (said += bytes));
  const ended = new Promise((done) => child.on('exit', done));
  await answers(ports.http, () => said);
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function forNginx(text: string, { http, https, site }: Ports, { path, keyPath }: Certificate, folder: string) {
  const isOne = text.includes('127.0.0.1:3000');
  const example = change(text, [
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    [/^ *listen \[::\].*\n/gm, ''],
    ['server_name blog.example.com;', 'server_name localhost;'],
    ['/etc/ssl/mojian/fullchain.pem', path],
    ['/etc/ssl/mojian/privkey.pem', keyPath],
    isOne ? ['server 127.0.0.1:3000', `server 127.0.0.1:${site}`] : [/mojian-\d:3000 resolve/g, `127.0.0.1:${site}`],
  ])
    .replace(/^ *http2 on;\n/m, '') // newer than the nginx of Debian 12, as is `resolve`
    .replace(/^resolver .*\n/m, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')}
${example}
}
`;
}

function forCaddy(text: string, { http, https, site }: Ports, { path, keyPath }: Certificate, folder: string) {
  const example = change(text, [
    ['blog.example.com {', `localhost {\n\ttls ${path} ${keyPath}`],
    ['127.0.0.1:3000', `127.0.0.1:${site}`],
  ]);
  return `{
	admin off
	default_bind 127.0.0.1
	http_port ${http}
	https_port ${https}
	skip_install_trust
	storage file_system ${folder}
}
${example}`;
}

function change(text: string, changes: [string | RegExp, string][]) {
  let changed = text;
  for (const [from, to] of changes) {
    const next = changed.replaceAll(typeof from === 'string' ? from : new RegExp(from, from.flags), to);
    if (next === changed) throw new Error(`not in the example: ${from}`);
    changed = next;
  }
  return changed;
}

async function answers(port: number, said: () => string) {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    if (await ask({ port, isSecure: false }).catch(() => undefined)) return;
    await setTimeout(50);
  }
  throw new Error(`the proxy does not answer: ${said()}`);
}

type Asking = {
  port: number;
  path?: string;
  isSecure?: boolean;
  headers?: Record<string, string>;
  /** Bytes of zeros to post. */
  bytes?: number;
  /** Address of this machine to come from. */
  from?: string;
};

/** Asks localhost without following redirects; the first answer counts, whether the body was sent or not. */
export function ask({ port, path = '/', isSecure = true, headers = {}, bytes, from = '127.0.0.1' }: Asking) {
  const method = bytes === undefined ? 'GET' : 'POST';
  const length = bytes === undefined ? {} : { 'content-length': String(bytes) };
  const options = { host: '127.0.0.1', servername: 'localhost', port, path, method, agent: false, localAddress: from };
  const security = { rejectUnauthorized: false };
  return new Promise<Answer>((done, fail) => {
    const sent = (isSecure ? askHttps : askHttp)({
      ...options,
      ...security,
      headers: { host: `localhost:${port}`, ...headers, ...length },
    });
    sent.on('error', fail); // after the answer it changes nothing
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', fail);
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, headers: response.headers, text });
        sent.destroy();
      });
    });
    sent.end(bytes === undefined ? undefined : Buffer.alloc(bytes));
  });
}
