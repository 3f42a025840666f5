import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without any progress after which a slow reader is disconnected. */
const idleWrite = 60_000;
/** Pipelined requests per connection. Browsers and proxies send one at a time. */
const waitingOnOne = 32;
/** Unsent bytes of all slow readers together, and how often they are checked. */
const unsentAtMost = 64 * 1024 * 1024;
const checkEvery = 500;
/** Bytes from which an answer needs room, and milliseconds that one waits for it. */
const largeFrom = 64 * 1024;
const roomWithin = 10_000;
/** Milliseconds without progress after which a reader makes room for answers that wait. */
const stalledAfter = 3000;

/** Milliseconds for the headers of a request, and how often connections that overrun them are closed. */
export const slowRequests = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };

/**
 * Bounds the memory of connections: requests of one are answered in turn, readers without progress for a minute are
 * disconnected, and before slow readers hold too much, those that read nothing are, then those with the most.
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
  app.addHook('onSend', async (_request, reply, payload) => {
    expectReading(reply.raw);
    const isText = typeof payload === 'string';
    if (!(isText || payload instanceof Uint8Array) || payload.length < largeFrom) return payload;
    // bytes are counted as they are; a text would be held beside them
    const bytes = isText ? Buffer.from(payload) : payload;
    dropReaders(unsentAtMost - bytes.length);
    return bytes;
  });
  boundUnsent(app);
}

/**
 * Applies the idle timeout to a response that bypasses Fastify. Afterwards Node restores the connection's own timeout.
 */
export function expectReading({ socket }: ServerResponse) {
  // requests injected by tests have no connection
  if (socket instanceof Socket) socket.setTimeout(idleWrite);
}

/** Bytes that a connection had not read at the last look, and the time since it has read none of them. */
type Reader = { unsent: number; since: number };

/** Connections of this process. */
const readers = new Map<Socket, Reader>();

function boundUnsent(app: FastifyInstance) {
  app.server.on('connection', (socket: Socket) => {
    readers.set(socket, { unsent: 0, since: performance.now() });
    socket.once('close', () => readers.delete(socket));
  });
  const timer = setInterval(checkReaders, checkEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function checkReaders() {
  const now = performance.now();
  for (const [{ writableLength: unsent }, reader] of readers) {
    if (unsent === 0 || unsent < reader.unsent) reader.since = now;
    reader.unsent = unsent;
  }
  if (sumUnsent() > unsentAtMost) dropReaders(unsentAtMost / 2);
}

function sumUnsent() {
  let unsent = 0;
  for (const { writableLength } of readers.keys()) unsent += writableLength;
  return unsent;
}

/** Disconnects readers until at most so many bytes wait: those that read nothing, then those with the most. */
function dropReaders(most: number) {
  let unsent = sumUnsent();
  if (unsent <= most) return;
  const inOrder = [...readers.keys()].sort(
    (one, other) => Number(isStalled(other)) - Number(isStalled(one)) || other.writableLength - one.writableLength,
  );
  for (const socket of inOrder) {
    if (unsent <= most) return;
    unsent -= socket.writableLength;
    socket.destroy();
  }
}

function isStalled(socket: Socket) {
  const since = readers.get(socket)?.since ?? 0;
  return socket.writableLength >= largeFrom && performance.now() - since > stalledAfter;
}

/**
 * Waits until an answer of megabytes can be sent without disconnecting others that read theirs.
 * @throws Failure unavailable when slow readers leave no room
 */
export async function waitForRoom() {
  for (const until = performance.now() + roomWithin; sumUnsent() > unsentAtMost / 2; await setTimeout(checkEvery / 5)) {
    if (performance.now() > until) throw new Failure('unavailable', '现在访问的人太多，请过几秒再试', undefined, 5);
    for (const socket of readers.keys()) if (isStalled(socket)) socket.destroy();
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
    const timers = [
      setInterval(sweep, sweepEvery),
      globalThis.setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs),
    ];
    app.server.once('close', () => timers.forEach(clearInterval));
  });
}
