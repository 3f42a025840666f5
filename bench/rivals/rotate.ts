import { readdirSync, readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** CPU milliseconds per answer, answers a second, and the 99th percentile in milliseconds. */
export type Figures = { cpu: number; rate: number; p99: number };

type Options = { amount: number; pids: number[]; connections?: number };

let requested = 0;

/** Sends `amount` requests over 32 connections, each to the next address and from another reader. @throws Error on any failed answer */
export async function rotate(
  url: string,
  path: (n: number) => string,
  { amount, pids, connections = 32 }: Options,
): Promise<Figures> {
  const before = cpuOf(pids);
  const result = await autocannon({
    url,
    connections: Math.min(connections, amount),
    amount,
    timeout: 60,
    requests: [
      {
        setupRequest(request) {
          requested++;
          const address = `10.${(requested >> 16) & 255}.${(requested >> 8) & 255}.${requested & 255}`;
          const headers = { ...request.headers, 'accept-encoding': 'gzip', 'x-forwarded-for': address };
          return { ...request, headers, path: path(requested) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}：${JSON.stringify(result.statusCodeStats)}，${result.errors} 个错误`);
  return {
    cpu: (cpuOf(pids) - before) / amount,
    rate: result.requests.total / result.duration,
    p99: result.latency.p99,
  };
}

/** CPU milliseconds used so far by these processes and those below them. Linux only. */
export function cpuOf(pids: number[]) {
  const ticks = family(pids).map((pid) => {
    const fields = stat(pid);
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return sum(ticks) * 10;
}

/** Resident megabytes of these processes and those below them, shared pages counted once per process. */
export function memory(pids: number[]) {
  const pages = family(pids).map((pid) => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0));
  return Math.round((sum(pages) * 4096) / 1024 / 1024);
}

function family(pids: number[]) {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(stat(Number(name))[1] ?? 0));
  const members = new Set(pids);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, parent] of parents)
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grown = true;
      }
  }
  return [...members];
}

/** Fields of /proc/<pid>/stat after the name in brackets: state, parent, …, user and system time at 11 and 12. */
function stat(pid: number) {
  const line = read(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended meanwhile
  }
}

function sum(numbers: number[]) {
  return numbers.reduce((total, one) => total + one, 0);
}
