import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a node:http server that replays the reply of an address, as an upper bound. It shares this process. */
export async function startBare(copyOf: string) {
  const { headers, body } = await copy(copyOf);
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Raw gzip bytes and headers of a reply. */
export async function copy(url: string) {
  const { request } = await import('node:http');
  return new Promise<{ headers: Record<string, string>; body: Buffer }>((done, fail) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _alive, ...headers } = answer.headers;
        done({ headers: headers as Record<string, string>, body: Buffer.concat(chunks) });
      });
    })
      .on('error', fail)
      .end();
  });
}
