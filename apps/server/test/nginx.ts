import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../e2e/site.ts';

/** Whether a real nginx is installed; tests of proxies are skipped where it is not. */
export const hasNginx = isInstalled();

/** A real nginx on a free port: `server` are the lines of its server block, `modules` are loaded. */
export async function startNginx(server: string, modules: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const lines = [
    ...modules.map((path) => `load_module ${path};`),
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};`,
    'events { worker_connections 64; }',
    `http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; ${server} } }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), `${isRoot() ? 'user root;\n' : ''}${lines.join('\n')}\n`);
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await waitFor(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isRoot = () => process.getuid?.() === 0;

function isInstalled() {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function waitFor(port: number) {
  for (let tries = 0; tries < 500; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
        .on('connect', () => resolve(socket.end() === socket))
        .on('error', () => resolve(false));
    });
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error('nginx did not start');
}
