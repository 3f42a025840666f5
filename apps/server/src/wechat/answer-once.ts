import { cleanText } from '@mojian/markdown/clean';
import { isDuplicate } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { converse } from './converse.ts';
import { type Message, messageId } from './message.ts';
import * as queries from './wechat.queries.ts';

const attempts = 3;

/**
 * Answers a message, '' for nothing to say. WeChat sends again what it thinks unanswered: the same message gets the same
 * answer, and nothing is done twice.
 */
export async function answerOnce(db: Db, message: Message, greeting: string, attempt = 1): Promise<string> {
  try {
    return await db.transaction().execute((trx) => answer(trx, message, greeting));
  } catch (error) {
    // the same follower, or a member of the same nickname, came in at the same moment
    if (!isDuplicate(error) || attempt === attempts) throw error;
    return answerOnce(db, message, greeting, attempt + 1);
  }
}

async function answer(trx: Trx, message: Message, greeting: string) {
  const id = messageId(message);
  if (!(await queries.noteMessage(trx, id))) return queries.readAnswer(trx, id);

  const said = cleanText(await converse(trx, message, greeting));
  await queries.keepAnswer(trx, id, said);
  return said;
}
