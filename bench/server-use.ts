import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Clock ticks per second in /proc. */
const ticks = 100;

/** CPU milliseconds of a process and the processes it started, those that have ended included. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? [];
    const own = fields.reduce((sum, field) => sum + field, 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return (own / ticks) * 1000 + children.reduce((sum, child) => sum + cpuOf(child), 0);
  } catch {
    return 0; // ended since its parent was read, whose own figure has it from now on
  }
}

export function residentMegabytes(pid: number) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

/** Megabytes of a process and the processes it started; one that ends meanwhile counts nothing. */
export function residentOfAll(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return (residentMegabytes(pid) || 0) + children.reduce((sum, child) => sum + residentOfAll(child), 0);
  } catch {
    return 0;
  }
}

export function openFiles(pid: number) {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Milliseconds of CPU in a second below which a program rests, for how many seconds, and after how many it is not awaited. */
const rest = { cpu: 30, seconds: 4, most: 180 };

/** Waits until `spent`, the CPU milliseconds so far of a program and its children, hardly grows: nothing is left to do behind. */
export async function waitForRest(spent: () => number) {
  let before = spent();
  for (let second = 0, quiet = 0; second < rest.most && quiet < rest.seconds; second++) {
    await wait(1000);
    const used = spent();
    quiet = used - before < rest.cpu ? quiet + 1 : 0;
    before = used;
  }
}

/** Milliseconds after a start in which covers not drawn yet wait. */
const jobsWait = 65_000;

/** Waits until what a start does behind is done: covers, photographs, characters of titles. */
export async function waitForJobs(pid: number) {
  await wait(jobsWait);
  await waitForRest(() => cpuOf(pid));
}

/** Counts the fsyncs of a process during some work; undefined where strace is missing. */
export async function countSyncs(pid: number, work: () => Promise<unknown>) {
  const has = await promisify(execFile)('strace', ['-V']).catch(() => undefined);
  if (!has) return undefined;
  const strace = spawn('strace', ['-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-p', String(pid)]);
  let printed = '';
  strace.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  await new Promise((done) => setTimeout(done, 1000));
  await work();
  strace.kill('SIGINT');
  await new Promise((done) => strace.once('exit', done));
  return printed.match(/(?:fsync|fdatasync)\(/g)?.length ?? 0;
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers: number[], share: number) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
