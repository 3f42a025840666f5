import type { FastifyInstance } from 'fastify';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { questionRoutes } from '../../platform/render/question-page.ts';
import { unsubscribe, unsubscribePage, unsubscribePath, whoUnsubscribes } from './unsubscribe.ts';

/** Serves the unsubscribe address of mails (RFC 8058). */
export function unsubscribeRoutes(app: FastifyInstance, { db }: { db: Db }) {
  questionRoutes(app, {
    path: unsubscribePath,
    page: async (state, token) =>
      unsubscribePage((await readSettings(db)).identity, state, (await whoUnsubscribes(db, token))?.purpose),
    isGood: async (token) => (await whoUnsubscribes(db, token)) !== undefined,
    answer: (token) => unsubscribe(db, token),
  });
}
