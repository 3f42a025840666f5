import type { FastifyRequest } from 'fastify';

/** The token of a request, spelled with `Bearer` or without. Nothing else tells who is calling. */
export function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /i, '') || undefined;
}
