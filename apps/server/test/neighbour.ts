import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Another site on this machine, until the test is over or `close` is called. `asked`: the requests it had. */
export async function openNeighbour(answer: RequestListener, host = '127.0.0.1') {
  const requested: IncomingMessage[] = [];
  const server = createServer((request, reply) => {
    requested.push(request);
    answer(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;

  async function close() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  onTestFinished(close);
  return { url: `http://${host}:${port}`, port, asked: requested, close };
}

/** Addresses that reach this machine only. */
export const mayReachHere = (address: string) => address === '127.0.0.1';
