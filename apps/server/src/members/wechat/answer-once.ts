import { Failure } from '@mojian/contract/platform/failures';
import { cleanText } from '@mojian/markdown/clean';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { converse } from './converse.ts';
import { type Message, messageId } from './message.ts';
import * as queries from './wechat.queries.ts';

const attempts = 3;

/** `nonce`: what the request was signed with. */
type Request = { greeting: string; nonce: string };

/**
 * Answers a message, '' for nothing to say. WeChat sends again what it thinks unanswered: the same message gets the same
 * answer, and nothing is done twice. A signature seen with one message is good for no other.
 * @throws Failure not-allowed for a message under the signature of another one.
 */
export async function answerOnce(db: Db, message: Message, request: Request, attempt = 1): Promise<string> {
  try {
    return await db.transaction().execute((trx) => answer(trx, message, request));
  } catch (error) {
    // the same follower, or a member of the same nickname, came in at the same moment
    if (!isDuplicate(error) || attempt === attempts) throw error;
    return answerOnce(db, message, request, attempt + 1);
  }
}

async function answer(trx: Trx, message: Message, { greeting, nonce }: Request) {
  const id = messageId(message);
  const signed = `signed ${nonce}`;
  if (await queries.noteMessage(trx, signed)) await queries.keepAnswer(trx, signed, id);
  else if ((await queries.readAnswer(trx, signed)) !== id) throw new Failure('not-allowed');
  if (!(await queries.noteMessage(trx, id))) return queries.readAnswer(trx, id);

  const said = cleanText(await converse(trx, message, greeting));
  await queries.keepAnswer(trx, id, said);
  return said;
}
