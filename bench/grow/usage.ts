import { readdirSync, readFileSync } from 'node:fs';
import type { Stack } from './stack.ts';

/** Seconds of CPU, by part. */
export type Usage = Record<'site' | 'nginx' | 'postgres', number>;

const ticksASecond = 100;

/** CPU used since the start by the processes of the site, nginx and PostgreSQL with their children, living and ended. */
export async function usageOf({ site, nginx, postgres }: Stack): Promise<Usage> {
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + secondsOf(pid), 0);
  return {
    site: sum(site.map(({ pid }) => pid)),
    nginx: nginx?.pid ? sum(withChildren(nginx.pid)) : 0,
    postgres: sum(withChildren(await postgres.pid())),
  };
}

export const between = (before: Usage, after: Usage): Usage => ({
  site: after.site - before.site,
  nginx: after.nginx - before.nginx,
  postgres: after.postgres - before.postgres,
});

/** Fields 14 to 17 of /proc/<pid>/stat: own time, and that of children waited for. */
function secondsOf(pid: number) {
  const fields = statOf(pid);
  return fields ? fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksASecond : 0;
}

function withChildren(pid: number) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return [pid, ...all.filter((one) => Number(statOf(one)?.[1]) === pid)];
}

/** Fields after the name, which may hold anything. */
function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
