import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const bytes = 65_536;
const guard = JSON.stringify(new URL('./closed-answers.ts', import.meta.url).href);

/** A server that closes the connection right behind its answer, as one that speaks HTTP/1.0 does. */
async function startClosing() {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'a')])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function runProgram(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const [printed, said, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { printed, said, exitCode };
}

const slowReader = (url: string) => `
  const { body } = await fetch('${url}', { signal: AbortSignal.timeout(10_000) });
  await new Promise((done) => setTimeout(done, 300));
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  console.log(length);`;

test('an answer that is read after its server closed the connection is whole, and ends no process', async () => {
  const url = await startClosing();
  const program = `const { surviveClosedAnswers } = await import(${guard}); surviveClosedAnswers(); ${slowReader(url)}`;
  expect(await runProgram(program)).toMatchObject({ printed: `${bytes}\n`, exitCode: 0 });
});

test('what else nobody catches still ends the process with its reason', async () => {
  const throwing = `setTimeout(() => { throw new Error('broken'); }); setTimeout(() => console.log('went on'), 300);`;
  const program = `const { surviveClosedAnswers } = await import(${guard}); surviveClosedAnswers(); ${throwing}`;
  expect(await runProgram(program)).toMatchObject({
    printed: '',
    said: expect.stringContaining('broken'),
    exitCode: 1,
  });
});
