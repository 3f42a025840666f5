import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A connection that closes with bytes unread is reset, and its sender may never read the answer that was given. */

type Limits = { milliseconds: number; bytes: number };

/** Reads and drops what is still sent, and cuts off whoever is not done within the limits. */
export function dropRest(stream: Readable, { milliseconds, bytes }: Limits) {
  let left = bytes;
  const cut = setTimeout(() => stream.destroy(), milliseconds).unref();
  stream.once('close', () => clearTimeout(cut));
  stream.resume().on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) stream.destroy();
  });
}

/** Makes Node, which closes a connection with its last answer, wait for the rest of that answer's request. */
export function closeOnceRead(request: IncomingMessage) {
  const { socket } = request;
  const { destroySoon } = Object.getPrototypeOf(socket);
  socket.destroySoon = () => {
    socket.end();
    if (request.readableEnded) destroySoon.call(socket);
    else request.once('end', () => destroySoon.call(socket));
  };
}
