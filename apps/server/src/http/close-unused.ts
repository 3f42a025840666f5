import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers connect ahead of their next request. Node does not count that as idle, and a stop would wait for minutes. */
export function closeUnused(app: FastifyInstance) {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => void unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
