import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs of a minimal system, each copied with its libraries and the loader. */
const programs =
  `sh awk basename cat chmod chown cp cut df dirname du env grep head id ln ls mkdir mv readlink rm sed sleep tail
  tar touch uname useradd setpriv xz`.split(/\s+/);
/** Libraries of every system with glibc that programs load beside those they name. */
const glibc = `libatomic.so.1 libdl.so.2 libgcc_s.so.1 libm.so.6 libpthread.so.0 libresolv.so.2 librt.so.1
  libstdc++.so.6 libutil.so.1`.split(/\s+/);
const megabyte = 1024 ** 2;

/** Whether this process may make namespaces and memory groups. */
export const canConfine =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  memoryFolder() !== undefined &&
  has('unshare', 'ip', 'xz');

function has(...names: string[]) {
  return names.every((name) => where(name) !== undefined);
}

function where(program: string) {
  return ['/usr/bin', '/usr/sbin', '/bin', '/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

/** Makes an empty system in a folder: a few programs, their libraries, and the users root and nobody. */
export function makeSystem(root: string) {
  chmodSync(root, 0o755);
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/lib', 'usr/lib64', 'etc', 'proc', 'dev', 'tmp', 'var/lib'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(root, folder));
  for (const program of programs) copyProgram(root, program);
  for (const library of glibc) copyLibrary(root, library);
  const devices = [
    ['null', 3],
    ['zero', 5],
    ['random', 8],
    ['urandom', 9],
  ] as const;
  for (const [name, minor] of devices)
    execFileSync('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', String(minor)]);
  writeFileSync(join(root, 'usr/sbin/nologin'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n');
  for (const file of ['shadow', 'gshadow', 'login.defs']) writeFileSync(join(root, 'etc', file), '');
}

function copyProgram(root: string, program: string) {
  const path = where(program);
  if (!path) throw new Error(`${program} is not here`);
  copyFileSync(realpathSync(path), join(root, path));
  const libraries = execFileSync('ldd', [realpathSync(path)], { encoding: 'utf8' });
  for (const [library] of libraries.matchAll(/\/\S+(?= \(0x)/g)) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

function copyLibrary(root: string, name: string) {
  const known = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  const line = known.split('\n').find((one) => one.trim().startsWith(`${name} `) && one.includes('x86-64'));
  const path = line?.split('=> ')[1];
  if (!path) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  copyFileSync(realpathSync(path), join(root, path));
}

/** Folder of memory groups, in version 1 or 2 of control groups. */
function memoryFolder() {
  if (existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')) return '/sys/fs/cgroup/memory';
  const all = '/sys/fs/cgroup/cgroup.controllers';
  return existsSync(all) && readFileSync(all, 'utf8').includes('memory') ? '/sys/fs/cgroup' : undefined;
}

type Group = ReturnType<typeof openGroup>;

/** A group of processes that together have so much memory, page cache included, and no swap. */
function openGroup(megabytes: number) {
  const parent = memoryFolder() ?? '';
  const isFirst = parent.endsWith('/memory');
  if (!isFirst) appendFileSync(join(parent, 'cgroup.subtree_control'), '+memory');
  const folder = mkdtempSync(join(parent, 'mojian-'));
  const set = (name: string, value: string) => {
    if (existsSync(join(folder, name))) writeFileSync(join(folder, name), value);
  };
  const limit = String(megabytes * megabyte);
  for (const name of ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', 'memory.max']) set(name, limit);
  set('memory.swap.max', '0');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const counted = isFirst ? /^total_(?:rss|shmem) (\d+)/gm : /^(?:anon|shmem) (\d+)/gm;
  return {
    processes: join(folder, 'cgroup.procs'),
    /** Bytes of the processes themselves, without the page cache, which gives way. */
    used: () => [...read('memory.stat').matchAll(counted)].reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    killed: () => Number(/^oom_kill (\d+)/m.exec(read(isFirst ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0),
    async remove() {
      for (let tries = 0; tries < 50; tries += 1) {
        for (const pid of read('cgroup.procs').split('\n').filter(Boolean)) killQuietly(Number(pid));
        await sleep(100);
        if (read('cgroup.procs').trim() === '') break;
      }
      rmdirSync(folder);
    },
  };
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process ended by itself
  }
}

type Step = { name: string; seconds: number; peak: number };

/** A machine of one core, without network, in the folder of a system. */
export async function startMachine(root: string) {
  const script = 'ip link set lo up; mount -t proc proc "$1/proc"; echo ready; exec sleep 100000';
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', script, 'sh', root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  let group = openGroup(512);
  const steps: Step[] = [];

  const enter = (command: string[], within: Group | undefined, at = root) => {
    const join = 'if [ -n "$1" ]; then echo 0 >"$1"; fi; shift; exec taskset -c 0 "$@"';
    const inside = at ? ['chroot', at, ...command] : command;
    return spawn(
      'nsenter',
      ['-t', String(holder.pid), '-n', '-m', '--', 'sh', '-c', join, 'sh', within?.processes ?? '', ...inside],
      { env: { PATH: '/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin', HOME: '/' } },
    );
  };
  return {
    steps,
    start: (command: string[]) => follow(enter(command, group)),
    /** Runs a command to its end. @throws Error with what it printed */
    async run(...command: string[]) {
      const child = follow(enter(command, group));
      const code = await child.ended;
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${child.output()}`);
      return child.output();
    },
    /** Asks the site as a visitor of the machine itself, from outside its memory. */
    ask: (request: Request) =>
      askFrom(enter([process.execPath, '--input-type=module', '-e', asking], undefined, ''), request),
    /** Notes how long work took and how much memory it had at most. */
    async step<Result>(name: string, work: () => Promise<Result>) {
      let peak = 0;
      const timer = setInterval(() => (peak = Math.max(peak, group.used())), 20);
      const begun = performance.now();
      try {
        return await work();
      } finally {
        clearInterval(timer);
        steps.push({ name, seconds: (performance.now() - begun) / 1000, peak: Math.round(peak / megabyte) });
      }
    },
    used: () => Math.round(group.used() / megabyte),
    killed: () => group.killed(),
    /** Goes on with another amount of memory; whatever runs is ended. */
    async resize(megabytes: number) {
      await group.remove();
      group = openGroup(megabytes);
    },
    async remove() {
      await group.remove();
      holder.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function follow(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  child.stdin?.end();
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { ended, output: () => output, stop: () => child.kill('SIGTERM') };
}

type Request = { url: string; method?: string; token?: string; json?: unknown; picture?: string };
type Answer = { status: number; text: string; milliseconds: number };

/** Runs in the machine's network: `picture` is base64. */
const asking = `
const { url, method = 'GET', token, json, picture } = JSON.parse(await new Response(process.stdin).text());
const headers = { ...(token && { authorization: token }), ...(json && { 'content-type': 'application/json' }) };
const form = new FormData();
if (picture) form.append('file', new Blob([Buffer.from(picture, 'base64')], { type: 'image/png' }), 'rain.png');
const begun = performance.now();
const response = await fetch(url, { method, headers, body: picture ? form : json && JSON.stringify(json) });
const text = await response.text();
console.log(JSON.stringify({ status: response.status, text, milliseconds: performance.now() - begun }));`;

async function askFrom(child: ChildProcess, request: Request) {
  child.stdin?.write(JSON.stringify(request));
  const { ended, output } = follow(child);
  await ended;
  try {
    return JSON.parse(output()) as Answer;
  } catch {
    return { status: 0, text: output(), milliseconds: 0 };
  }
}
