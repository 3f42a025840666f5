import type { Envelope } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance } from 'fastify';
import { isAway, isDiskFull, isOrphan, isUnstorable, reasonOfAway } from '../db/errors.ts';

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

/** Envelope of a failed call. */
export function refusal({ status, message, id, field, retryAfter, faults }: Failure): Envelope {
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
