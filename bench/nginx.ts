import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/site.ts';
import { copy } from './bare.ts';

/** Starts nginx with the same gzip bytes as a file; undefined when it is not installed. */
export async function startNginx(copyOf: string) {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  const { body } = await copy(copyOf);
  const folder = mkdtempSync(join(tmpdir(), 'mojian-nginx-'));
  mkdirSync(join(folder, 'www'));
  mkdirSync(join(folder, 'tmp'));
  writeFileSync(join(folder, 'www/page'), body);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), settings(folder, port));

  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/page`;
  await answering(url);
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await new Promise((done) => child.on('exit', done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(folder: string, port: number) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp;`,
  );
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  return `${user}worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http { access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=10; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}/www;
    location / { default_type text/html; add_header content-encoding gzip; } } }`;
}

async function answering(url: string) {
  for (let round = 0; round < 100; round++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('nginx 没有起来');
}
