import { adminFeedback, feedback } from '@mojian/contract/community/feedback';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnFeedback, answerFeedback, listFeedbackForOffice, sendFeedback } from './feedback.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(feedback, {
    send: ({ body }, { viewer }) => sendFeedback(db, viewer.id, body),
  });
  serve(adminFeedback, {
    list: ({ query }, { viewer }) => listFeedbackForOffice(db, viewer, query),
    answer: ({ body }, { viewer }) => answerFeedback(db, viewer, body),
    act: ({ body }, { viewer }) => actOnFeedback(db, viewer, body),
  });
}
