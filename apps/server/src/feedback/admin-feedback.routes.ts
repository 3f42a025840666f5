import { adminFeedback } from '@mojian/contract/admin/feedback';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listForOffice } from './admin-feedback.ts';
import { actOnFeedback, answerFeedback } from './answer-feedback.ts';

export function adminFeedbackRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminFeedback.list, ({ query }, { viewer }) => listForOffice(db, viewer, query));
  serve(adminFeedback.answer, async ({ body }, { viewer }) => {
    await answerFeedback(db, viewer, body);
    return null;
  });
  serve(adminFeedback.act, ({ body }, { viewer }) => actOnFeedback(db, viewer, body));
}
