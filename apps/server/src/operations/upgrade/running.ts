import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from '../../platform/pid-file.ts';
import { type Home, type Privileges, programOf } from './home.ts';
import { upgradesFolder } from './journal.ts';

/** Stops a process of the site by SIGTERM, and by SIGKILL if it still runs after `within`: draining takes less. */
export async function endProcess(target: ProcessIdentity, within = 100_000) {
  const isLeft = () => isAlive(target);
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(target.pid, signal);
    } catch {
      // gone
    }
  };
  if (!isLeft()) return;
  send('SIGTERM');
  for (const until = Date.now() + within; isLeft(); await setTimeout(50)) if (Date.now() > until) break;
  send('SIGKILL');
  while (isLeft()) await setTimeout(50);
}

export async function isReady(address: string) {
  const response = await get(`${address}/readyz`);
  return response?.status === 200;
}

async function get(url: string) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** `status` 0: no answer. */
export type Page = { path: string; status: number; title: string };

/** Paths compared before and after: home, newest article, archive, feed and the site's info. */
export async function listPages(address: string) {
  const newest = /"id":(\d+)/.exec((await get(`${address}/v1/article/?pageNo=1&pageSize=1`))?.text ?? '')?.[1];
  return ['/', ...(newest ? [`/article/${newest}`] : []), '/archive', '/rss.xml', '/v1/webSiteInfo'];
}

export async function readPages(address: string, paths: string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const path of paths) {
    // once more: a machine that is busy may need more than ten seconds for one page
    const { status = 0, text = '' } = (await get(address + path)) ?? (await get(address + path)) ?? {};
    const [, title = ''] = /<title(?: [^<>]*)?>([^<]*)</.exec(text) ?? /"name":"([^"]*)"/.exec(text) ?? [];
    pages.push({ path, status, title: title.trim() });
  }
  return pages;
}

/** Says in Chinese how pages of a newer version differ from those of before; undefined where they do not. */
export function differenceOf(before: Page[], now: Page[]) {
  for (const [index, page] of now.entries()) {
    const was = before[index];
    if (was && was.status !== page.status) return `${page.path} 从前答 ${was.status}，新版${answered(page)}`;
    if (was && was.title !== page.title) return `${page.path} 的标题从前是「${was.title}」，新版是「${page.title}」`;
    if (!was && (page.status === 0 || page.status >= 400)) return `${page.path} 新版${answered(page)}`;
  }
  return undefined;
}

function answered({ status }: Page) {
  return status === 0 ? '没有应答' : `答 ${status}`;
}

const unitName = /^mojian(@[\w.-]+)?\.service$/;

/** Systemd's unit that runs the site of this home, by its process or its name; undefined where there is none. */
export function findService({ folder }: Home, pid: number | undefined) {
  if (!existsSync('/run/systemd/system')) return undefined;
  const own = pid === undefined ? undefined : unitOf(pid);
  const units = own ? [own] : systemctl('list-units', '--all', '--plain', '--no-legend', 'mojian.service', 'mojian@*');
  return units
    .map((line) => line.trim().split(/\s/)[0] ?? '')
    .filter((name) => unitName.test(name))
    .find((name) => systemctl('show', '-p', 'ExecStart', '--value', name).join().includes(join(folder, 'current/')));
}

function unitOf(pid: number) {
  const names = readFileSync(`/proc/${pid}/cgroup`, 'utf8').split(/[\n/]/);
  return names.find((name) => unitName.test(name));
}

function systemctl(...args: string[]) {
  const { stdout, status } = spawnSync('systemctl', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n') : [];
}

type Restart = {
  home: Home;
  version: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  privileges: Privileges;
  service: string | undefined;
};

/**
 * Starts a version in place of the running one. The new program itself stops the old one and puts the data right
 * (`recover.ts`), so this process may end meanwhile. @returns the new process, undefined where systemd starts it
 */
export async function restart(options: Restart): Promise<ChildProcess | undefined> {
  const { home, version, dataDir, env, privileges, service } = options;
  if (service) {
    await privileges.asRoot(() => spawnSync('systemctl', ['reset-failed', service]));
    const { status } = await privileges.asRoot(() => spawnSync('systemctl', ['restart', '--no-block', service]));
    if (status !== 0) throw new Error(`systemctl restart ${service} 没有成功`);
    return undefined;
  }
  const log = openSync(join(upgradesFolder(dataDir), 'start.log'), 'a', 0o600);
  try {
    const stdio = ['ignore' as const, log, log];
    const program = programOf(home, version);
    return await privileges.asRoot(() => {
      const child = spawn(program, ['start'], { detached: true, cwd: '/', stdio, env, ...privileges.spawnOptions });
      child.on('error', () => {});
      child.unref();
      return child;
    });
  } finally {
    closeSync(log);
  }
}
