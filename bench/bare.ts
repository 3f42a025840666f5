import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A node:http server that does nothing but send what the given address answers. It shares this process: none is idle. */
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

/** The gzip bytes of an answer as they were sent, and the headers that came with them. */
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
