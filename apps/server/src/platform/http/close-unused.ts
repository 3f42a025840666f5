import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const sweepEvery = 100;
/** Milliseconds that answers under way when the site stops have to come to their end. */
const patience = 10_000;

/**
 * Lets a stop wait for answers, and for nothing else: neither for connections that browsers open ahead of their next
 * request, which Node does not count as idle, nor for those that fall idle after the stop began, nor longer than it must.
 */
export function closeUnused(app: FastifyInstance) {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => void unused.delete(socket));
  app.addHook('preClose', async () => {
    const sweep = () => {
      for (const socket of unused) socket.destroy();
      app.server.closeIdleConnections();
    };
    sweep();
    const timers = [setInterval(sweep, sweepEvery), setTimeout(() => app.server.closeAllConnections(), patience)];
    app.server.once('close', () => timers.forEach(clearInterval));
  });
}
