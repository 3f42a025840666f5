import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Reply, Tasks } from './answer-tasks.ts';
import { readUse } from './process-use.ts';

type Bounds = {
  /** Megabytes of the JavaScript heap. */
  heap: number;
  /** Megabytes of resident memory, native libraries included. Linux only. */
  memory: number;
  /**
   * Seconds of processor time per task, the start of the process included; three times as long may pass in all, and does
   * on a machine that is busy with others. Only the latter without Linux.
   */
  seconds: number;
  /** Queue length; further tasks are refused. */
  waiting?: number;
  /** Idle seconds after which the process ends to free its memory. */
  rest?: number;
};

type Result<Task extends Tasks[string]> = Awaited<ReturnType<Task>>;

/**
 * Child process for tasks whose input strangers can make slow or large. It starts with the first task, runs one at a
 * time, and is killed when a task exceeds time or memory. Unlike a thread's, its memory can be limited, native
 * libraries included.
 */
export class WorkerProcess<All extends Tasks> {
  readonly #entry: string;
  readonly #bounds: Required<Bounds>;
  #child: ChildProcess | undefined;
  #resting: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #endings = 0;

  /** @param entry module that answers the tasks by `answerTasks` */
  constructor(entry: URL, bounds: Bounds) {
    this.#entry = fileURLToPath(entry);
    this.#bounds = { waiting: 100, rest: 30, ...bounds };
  }

  /** Process id, for measurements. */
  get pid() {
    return this.#child?.pid;
  }

  /** @throws WorkerFailed when the task was given up; other errors of the task arrive as an Error with their line and stack */
  async ask<Name extends keyof All & string>(name: Name, input: Parameters<All[Name]>[0]): Promise<Result<All[Name]>> {
    if (this.#waiting >= this.#bounds.waiting) throw new WorkerFailed('busy');
    this.#waiting++;
    const answer = this.#turn.then(() => this.#runAgain(name, input));
    this.#turn = answer.catch(() => undefined).finally(() => this.#waiting--); // a failure does not stop the next task
    return (await answer) as Result<All[Name]>;
  }

  /** Ends the process, and with it the task under way, for good; the next task starts another. */
  end() {
    this.#endings++;
    this.#drop(this.#child);
  }

  /** Repeats a task whose process the system killed: where memory is short it ends this one first, whatever the task. */
  async #runAgain(name: string, input: unknown) {
    const endings = this.#endings;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run(name, input);
      } catch (error) {
        const isKilled = error instanceof WorkerFailed && error.reason === 'killed';
        if (!isKilled || attempt === mostAttempts || endings !== this.#endings) throw error;
        await wait(attempt * 500);
      }
    }
  }

  async #run(name: string, input: unknown) {
    clearTimeout(this.#resting);
    const child = this.#child ?? this.#start();
    child.ref(); // keeps the program alive while it waits for a reply
    child.channel?.ref();
    try {
      return await exchange(child, { name, input }, this.#bounds);
    } catch (error) {
      if (error instanceof WorkerFailed) this.#drop(child);
      throw error;
    } finally {
      child.unref();
      child.channel?.unref();
      this.#resting = setTimeout(() => this.#drop(this.#child), this.#bounds.rest * 1000).unref();
    }
  }

  #start() {
    const { heap, memory } = this.#bounds;
    const node = [process.execPath, `--max-old-space-size=${heap}`, '--max-semi-space-size=4'];
    const [execPath = '', ...execArgv] = process.platform === 'linux' ? [...limited(memory), ...node] : node;
    const child = fork(this.#entry, {
      execPath,
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('exit', () => this.#forget(child));
    child.on('error', () => this.#forget(child));
    this.#child = child;
    return child;
  }

  #drop(child: ChildProcess | undefined) {
    child?.kill('SIGKILL');
    this.#forget(child);
  }

  #forget(child: ChildProcess | undefined) {
    if (this.#child === child) this.#child = undefined;
  }
}

const mostAttempts = 3;

/** Megabytes of address space that Node and one thread reserve on Linux without using them. */
const reserved = 2000;

/**
 * Limits memory by the shell's ulimit, since Node cannot limit itself; stops what grows faster than `watchUse`
 * polls. Kilobytes of writable memory.
 */
function limited(megabytes: number) {
  return ['/bin/sh', '-c', `ulimit -d ${(megabytes + reserved) * 1024} 2>/dev/null; exec "$0" "$@"`];
}

/** Polls a process twenty times a second, and reports when a task has used its memory or its time. */
function watchUse(child: ChildProcess, { memory, seconds }: Bounds, giveUp: (reason: 'slow' | 'large') => void) {
  let before: number | undefined;
  const poll = () => {
    try {
      const use = readUse(child.pid);
      before ??= use.seconds;
      if (use.megabytes > memory) giveUp('large');
      if (use.seconds - before > seconds) giveUp('slow');
    } catch {
      // the process has ended, which its exit reports
    }
  };
  queueMicrotask(poll);
  return setInterval(poll, 50);
}

function exchange(child: ChildProcess, task: { name: string; input: unknown }, bounds: Bounds) {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: WorkerFailed['reason']) => end(() => reject(new WorkerFailed(reason)));
    const isLinux = process.platform === 'linux';
    const overdue = setTimeout(() => giveUp(isLinux ? 'busy' : 'slow'), bounds.seconds * 3 * 1000);
    const watch = watchUse(child, bounds, giveUp);
    const onMessage = (reply: Reply) => end(() => ('value' in reply ? resolve(reply.value) : reject(errorOf(reply))));
    const onExit = (code: number | null, signal: string | null) => end(() => reject(endedBy(code, signal)));
    const onError = (error: Error) => end(() => reject(error));
    const end = (answer: () => void) => {
      clearTimeout(overdue);
      clearInterval(watch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      answer();
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(task, (error) => error && onError(error));
  });
}

function errorOf(reply: Exclude<Reply, { value: unknown }>) {
  if ('large' in reply) return new WorkerFailed('large');
  return Object.assign(new Error(reply.error.split('\n', 1)[0]), { stack: reply.error });
}

const abortCodes = [133, 134];

/** V8 and libraries abort a process out of its own memory; SIGKILL, which nothing here sends meanwhile, is the system's. */
function endedBy(code: number | null, signal: string | null) {
  if (signal === 'SIGKILL') return new WorkerFailed('killed');
  if (signal !== null || abortCodes.includes(code ?? 0)) return new WorkerFailed('large');
  return new Error(`a worker process ended with ${code}`);
}

/**
 * A worker process did not finish a task: too slow, too large, killed by the system several times for want of memory, or
 * busy, with a full queue or little processor time.
 */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed';
  readonly reason: 'slow' | 'large' | 'busy' | 'killed';

  constructor(reason: WorkerFailed['reason']) {
    super(`a worker process gave up: ${reason}`);
    this.reason = reason;
  }
}
