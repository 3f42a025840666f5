import { inspect } from 'node:util';

/**
 * Keeps a fault of Node's `fetch` from ending the process: where a server closes the connection behind an answer that is
 * read slower than it comes, its parser throws outside of every promise (nodejs/undici#5360). The
 * answer itself is whole, and goes on. Everything else that nobody catches ends the process as before.
 */
export function surviveClosedAnswers() {
  process.on('uncaughtException', (error) => {
    if (isPausedParser(error) || process.listenerCount('uncaughtException') > 1) return;
    process.stderr.write(`${inspect(error)}\n`);
    process.exit(1);
  });
}

function isPausedParser({ code, stack = '' }: NodeJS.ErrnoException) {
  return code === 'ERR_ASSERTION' && stack.includes('assert(!this.paused)') && stack.includes('deps/undici');
}
