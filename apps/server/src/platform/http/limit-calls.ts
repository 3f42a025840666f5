import rateLimit from '@fastify/rate-limit';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../limits/address-key.ts';
import { tooMany } from '../limits/limits.ts';
import { CallCounts } from './call-counts.ts';

/** Of each call without a limit of its own. */
const callsAMinute = 600;

/** Lets the limits that calls declare be kept: 429 with Retry-After beyond them. Counted in this process only. */
export function limitCalls(app: FastifyInstance) {
  return app.register(rateLimit, {
    global: false,
    store: CallCounts,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  });
}

/** The route's part of it. Without limitCalls nothing is limited. */
export function limitOf({ limit, access }: Pick<Endpoint, 'limit' | 'access'>) {
  const keyGenerator = access === 'anyone' ? byAddress : byMember;
  return limit
    ? { max: limit.most, timeWindow: limit.seconds * 1000, keyGenerator }
    : { max: callsAMinute, timeWindow: 60_000, keyGenerator };
}

const byAddress = ({ ip }: FastifyRequest) => addressKey(ip);

/**
 * A call that needs a member is counted by account, so that a household's members do not slow each other. A token that
 * proved nothing counts as the visitor it comes from.
 */
const byMember = (request: FastifyRequest) => (request.viewer ? `member:${request.viewer.id}` : byAddress(request));
