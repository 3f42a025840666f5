import { notifyOwners } from '../../core/notices/notify-many.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import type { ExcerptLine } from './excerpt.ts';
import * as queries from './reports.queries.ts';

/** What is reported and where it stands. */
type Reported = { text: string; link: string };

const wordsTold = 100;

/**
 * Keeps a member's report of what somebody wrote, once for each of them. Whoever keeps the site is told of the first one
 * that is open, not of those that say the same.
 */
export async function keepReport(trx: Trx, report: queries.Report, { text, link }: Reported) {
  const { column, id } = queries.thingOf(report);
  // the row stays locked until the commit, so that of two reports at once the second sees the first
  await addTry(trx, `report ${column}:${id}`, 60);
  if (!(await queries.insertReport(trx, report))) return;
  if ((await queries.countOpen(trx, report)) > 1) return;
  const words = [...text];
  await notifyOwners(trx, {
    actorId: null,
    subject: `report ${column}:${id}`,
    title: '有人举报',
    text: `理由：${report.reason}\n「${words.slice(0, wordsTold).join('')}${words.length > wordsTold ? '……' : ''}」`,
    link,
  });
}

/** Keeps the words that were reported before their author changes them: the staff decides on those. */
export async function keepReportedWords(trx: Trx, { commentId, ...line }: ReportedWords) {
  const excerpt: ExcerptLine[] = [{ id: commentId, ...line, picture: '' }];
  await queries.keepExcerpt(trx, commentId, JSON.stringify(excerpt));
}

type ReportedWords = Omit<ExcerptLine, 'id' | 'picture'> & { commentId: number };
