import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Change = (chunk: Buffer) => Buffer;

export type Exchange = {
  request: IncomingMessage;
  reply: ServerResponse;
  /** Passes the request on, its body changed, cut off after some bytes, or held up before each piece. */
  pass: (how?: { change?: Change; cutAfter?: number; slow?: number }) => void;
  /** Passes the request on and cuts the answer off after some bytes. */
  passCut: (bytes: number) => void;
};

/** Stands before a real server on this machine and makes its faults, until the test is over. */
export async function faultyProxy(port: number, act: (exchange: Exchange) => void, tls?: ServerOptions) {
  const listener: RequestListener = (request, reply) => {
    const { method, url: path, headers } = request;
    const begin = (answered: (answer: IncomingMessage) => void) =>
      forward({ host: '127.0.0.1', port, method, path, headers }, answered).on('error', () => reply.destroy());
    act({
      request,
      reply,
      pass(how = {}) {
        const onward = begin((answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 0, answer.headers)));
        void send(request, onward, how).catch(() => request.destroy());
      },
      passCut(bytes) {
        const onward = begin((answer) => {
          reply.writeHead(answer.statusCode ?? 0, answer.headers);
          let left = bytes;
          answer.on('data', (chunk: Buffer) => {
            reply.write(chunk.subarray(0, Math.max(0, left)), () => left <= 0 && reply.destroy());
            left -= chunk.length;
          });
        });
        request.pipe(onward);
      },
    });
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

type Onward = ReturnType<typeof forward>;

async function send(
  request: IncomingMessage,
  onward: Onward,
  { change, cutAfter, slow }: Parameters<Exchange['pass']>[0] & object,
) {
  let sent = 0;
  for await (const chunk of request) {
    if (slow) await new Promise((done) => setTimeout(done, slow));
    onward.write(change ? change(chunk) : chunk);
    sent += chunk.length;
    if (cutAfter !== undefined && sent >= cutAfter) {
      onward.destroy();
      request.socket.destroy();
      return;
    }
  }
  onward.end();
}
