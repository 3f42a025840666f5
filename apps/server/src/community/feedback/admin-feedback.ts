import type { adminFeedback, FeedbackRow } from '@mojian/contract/community/feedback-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './admin-feedback.queries.ts';

type Row = Awaited<ReturnType<typeof queries.listFeedback>>[number];

const hidden = '••••';

/** What members wrote to the owner. Whoever is only shown around does not read it. */
export async function listForOffice(db: Db, viewer: Viewer, query: Input<typeof adminFeedback.list>['query']) {
  const [rows, total] = await Promise.all([
    queries.listFeedback(db, query, sliceOf(query)),
    queries.countFeedback(db, query),
  ]);
  return inPages(
    rows.map((row) => present(viewer.role === 'demo' ? { ...row, title: hidden, content: hidden, answer: '' } : row)),
    total,
    query,
  );
}

function present({ userId, nickname, avatar, createdAt, settledAt, ...row }: Row): FeedbackRow {
  return {
    ...row,
    author: { id: userId, nickname, avatar },
    createdAt: isoTime(createdAt),
    settledAt: settledAt === null ? null : isoTime(settledAt),
  };
}
