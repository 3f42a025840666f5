import { createHash } from 'node:crypto';
import { feedbackTypes } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/clean';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import * as queries from './feedback.queries.ts';

export type Feedback = { type: 1 | 2; title: string; content: string };

const wordsTold = 200;
/** Seconds in which the same words are the same click, made twice. */
const twiceWithin = 60;

/** Keeps what a member writes to the owner, and tells the owner of it; the same words at once are kept once. */
export async function sendFeedback(db: Db, userId: number, { type, title, content }: Feedback) {
  const words = { type, title: cleanText(title).replaceAll(/\s+/g, ' '), content: cleanText(content) };
  await db.transaction().execute((trx) => keep(trx, userId, words));
}

async function keep(trx: Trx, userId: number, feedback: Feedback) {
  const words = createHash('sha256').update(JSON.stringify(feedback)).digest('base64url');
  if ((await addTry(trx, `feedback ${userId} ${words}`, twiceWithin)).hits > 1) return;
  const id = await queries.insertFeedback(trx, { ...feedback, userId, createdAt: Date.now(), settledAt: null });
  const kind = feedback.type === feedbackTypes.wish ? '建议' : '问题';
  const text = `${await queries.findNickname(trx, userId)} 提了一个${kind}：${feedback.title}\n${feedback.content}`;
  await notifyOwners(trx, {
    actorId: userId,
    subject: `feedback:${id}`,
    title: feedback.title,
    text: [...text].length > wordsTold ? `${[...text].slice(0, wordsTold).join('')}……` : text,
    link: '',
  });
}
