import { feedback } from '@mojian/contract/community/feedback';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { sendFeedback } from './feedback.ts';

export function feedbackRoutes(serve: Serve, { db }: { db: Db }) {
  serve(feedback.send, async ({ body }, { viewer }) => {
    await sendFeedback(db, viewer.id, body);
    return null;
  });
}
