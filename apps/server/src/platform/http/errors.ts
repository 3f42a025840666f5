import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance } from 'fastify';
import { isAway, isDiskFull, isOrphan, isUnstorable, reasonOfAway } from '../db/errors.ts';
import { dropRest } from './unread.ts';

/** Turns every error into a reply. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    if (failure.status >= 500) request.log.error(error);
    else if (isOrphan(error)) request.log.warn(error);
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    return reply.status(failure.status).send(refusal(failure));
  });
}

/** Limits for the rest of what is no request; all the cookies that a browser keeps for one site are 0.7 MB. */
const unread = { milliseconds: 1000, bytes: 1024 * 1024 };

/** Answers what Node could not read as a request; nothing else sees it. */
export function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = unreadable[code ?? ''] ?? [400, '请求格式有误'];
  const body = JSON.stringify(refusal(new Failure('invalid-input', message), status));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json; charset=utf-8',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.removeAllListeners('data'); // the parser would refuse each further piece
  dropRest(socket, unread);
}

/** By the code of Node's error. */
const unreadable: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, '网址或请求头太长，请清除这个网站的 Cookie 后再试'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, '请求来得太慢，已断开'],
};

/** Envelope of a failed call. */
export function refusal(failure: Failure, status: number = failure.status): Envelope {
  const { message, id, field, retryAfter, faults } = failure;
  const details = {
    ...(field !== undefined && { field }),
    ...(faults.length > 1 && { faults: [...faults] }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return { code: status, message, data: null, extra: { failure: id, ...details } };
}

/**
 * Maps an error to the Failure sent to the client; unknown errors become `unexpected`, since their text may leak data.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return fastifyFailure(error as { code?: string; statusCode?: number }) ?? troubleOf(error);
}

/** Retry-After in seconds for a database that restarts. */
const backAfter = 5;

function troubleOf(error: unknown) {
  if (isAway(error)) return new Failure('unavailable', reasonOfAway(error), undefined, backAfter);
  if (isDiskFull(error)) return new Failure('disk-full');
  if (isUnstorable(error)) return new Failure('invalid-input', '文字里有不能保存的字符');
  return new Failure(isOrphan(error) ? 'gone' : 'unexpected');
}

function fastifyFailure({ code, statusCode }: { code?: string; statusCode?: number }) {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('too-large');
  if (statusCode === 429) return new Failure('too-many-requests');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Failure('invalid-input', '请求格式有误');
}
