import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without any progress after which a slow reader is disconnected. */
const idleWrite = 60_000;
/** Pipelined requests per connection. Browsers and proxies send one at a time. */
const waitingOnOne = 32;
/** Unsent bytes of all slow readers together, and how often they are checked. */
const unsentAtMost = 64 * 1024 * 1024;
const lookEvery = 500;

/** Milliseconds for the headers of a request, and how often connections that overrun them are closed. */
export const slowRequests = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };

/**
 * Bounds the memory of connections: requests of one are answered in turn, readers without progress for a minute are
 * disconnected, and when slow readers hold too much, those with the most are.
 */
export function boundConnections(app: FastifyInstance) {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, next) => {
    if (reply.raw.socket) return next();
    const { socket } = request.raw;
    const others = waiting.get(socket) ?? 0;
    if (others >= waitingOnOne) return void socket.destroy();
    waiting.set(socket, others + 1);
    // Node assigns the socket to a response once the previous one is finished
    reply.raw.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      next();
    });
  });
  app.addHook('onSend', async (_request, reply) => expectReading(reply.raw));
  boundUnsent(app);
}

/**
 * Applies the idle timeout to a response that bypasses Fastify. Afterwards Node restores the connection's own timeout.
 */
export function expectReading({ socket }: ServerResponse) {
  // requests injected by tests have no connection
  if (socket instanceof Socket) socket.setTimeout(idleWrite);
}

function boundUnsent(app: FastifyInstance) {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const timer = setInterval(() => dropLargest(sockets), lookEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function dropLargest(sockets: Set<Socket>) {
  let unsent = 0;
  for (const { writableLength } of sockets) unsent += writableLength;
  if (unsent <= unsentAtMost) return;
  const largestFirst = [...sockets].sort((one, other) => other.writableLength - one.writableLength);
  for (const socket of largestFirst) {
    if (unsent <= unsentAtMost / 2) return;
    unsent -= socket.writableLength;
    socket.destroy();
  }
}

const sweepEvery = 100;
/** Milliseconds that running responses have when the site stops. */
const closeTimeoutMs = 10_000;

/**
 * Lets a stop wait for running responses only: neither for connections that browsers open ahead, which Node does not
 * count as idle, nor for those that become idle later.
 */
export function closeUnusedConnections(app: FastifyInstance) {
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
    const timers = [setInterval(sweep, sweepEvery), setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs)];
    app.server.once('close', () => timers.forEach(clearInterval));
  });
}
