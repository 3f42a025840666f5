import { adminFeedback, feedback } from '@mojian/contract/community/feedback';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnFeedback, answerFeedback, listForOffice, sendFeedback } from './feedback.ts';

export function feedbackRoutes(serve: Serve, { db }: { db: Db }) {
  serve(feedback.send, async ({ body }, { viewer }) => {
    await sendFeedback(db, viewer.id, body);
    return null;
  });
}

export function adminFeedbackRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminFeedback.list, ({ query }, { viewer }) => listForOffice(db, viewer, query));
  serve(adminFeedback.answer, async ({ body }, { viewer }) => {
    await answerFeedback(db, viewer, body);
    return null;
  });
  serve(adminFeedback.act, ({ body }, { viewer }) => actOnFeedback(db, viewer, body));
}
