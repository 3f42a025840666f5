import type { FastifyInstance } from 'fastify';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { questionRoutes } from '../../platform/render/question-page.ts';
import { confirmMail, confirmPage, confirmPath, mayConfirm } from './confirm-mail.ts';

/** Serves the address by which a guest confirms a mailbox. */
export function confirmMailRoutes(app: FastifyInstance, { db }: { db: Db }) {
  questionRoutes(app, {
    path: confirmPath,
    page: async (state) => confirmPage((await readSettings(db)).identity, state),
    isGood: (token) => mayConfirm(db, token),
    answer: (token) => confirmMail(db, token),
  });
}
