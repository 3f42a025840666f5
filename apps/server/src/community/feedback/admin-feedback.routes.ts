import { adminFeedback } from '@mojian/contract/community/feedback-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
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
