import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a reader takes nothing at all of an answer before they are let go. */
const idleWrite = 60_000;
/** Requests on one connection that wait for the answers before them. Browsers and proxies send one at a time. */
const waitingOnOne = 32;
/** Bytes that wait in memory for all slow readers together, looked at so often. */
const unsentAtMost = 64 * 1024 * 1024;
const lookEvery = 500;

/**
 * Bounds what connections cost: requests of one are answered one after another, so that at most one answer of each waits
 * for its reader; who takes nothing for a minute is let go; and where slow readers hold too much, those with the most.
 */
export function boundConnections(app: FastifyInstance) {
  const waiting = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, next) => {
    if (reply.raw.socket) return next();
    const { socket } = request.raw;
    const others = waiting.get(socket) ?? 0;
    if (others >= waitingOnOne) return void socket.destroy();
    waiting.set(socket, others + 1);
    // Node hands the connection to an answer when the one before it is through
    reply.raw.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      next();
    });
  });
  app.addHook('onSend', async (_request, reply) => expectReading(reply.raw));
  boundUnsent(app);
}

/** For an answer that passes by Fastify. After it Node sets the connection's own time limit again. */
export function expectReading({ socket }: ServerResponse) {
  // a request injected by a test comes over no connection
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
/** Milliseconds that answers under way when the site stops have to come to their end. */
const closeTimeoutMs = 10_000;

/**
 * Lets a stop wait for answers, and for nothing else: neither for connections that browsers open ahead of their next
 * request, which Node does not count as idle, nor for those that fall idle after the stop began, nor longer than it must.
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
