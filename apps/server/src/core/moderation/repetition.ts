import { createHash } from 'node:crypto';
import type { Db } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { listChatted, listSaid } from './judge.queries.ts';
import { lettersOf } from './letters.ts';
import type { Said } from './said.ts';

const repetitionSeconds = 600;
/** In a conversation 好的 and 哈哈 are said again and again; only whoever goes on and on repeats themselves. */
const shortWords = 8;
const oftenInChat = 5;

/** What a member said is in the database as it is shown; what a visitor said is counted by its hash. */
export async function isRepeated(db: Db, said: Said, shown: string) {
  const essence = essenceOf(shown);
  if (said.authorId !== null) {
    const most = said.isChat && essence.length <= shortWords ? oftenInChat : 1;
    const before = await listBefore(db, { ...said, authorId: said.authorId });
    return before.filter((text) => essenceOf(text) === essence).length >= most;
  }
  if (said.visitor === undefined) return false;
  const hash = createHash('sha256').update(essence).digest('base64url');
  return (await addTry(db, `said ${said.visitor} ${hash}`, repetitionSeconds)).hits > 1;
}

function listBefore(db: Db, { authorId, isChat, sayId, commentId }: Said & { authorId: number }) {
  const since = Date.now() - repetitionSeconds * 1000;
  return isChat ? listChatted(db, authorId, since) : listSaid(db, authorId, since, { sayId, commentId });
}

/** Alike for texts that say the same. Without letters, as in a row of emoji, the signs themselves. */
function essenceOf(text: string) {
  return (
    lettersOf(text)
      .map(({ sign, times }) => sign.repeat(Math.min(times, 2)))
      .join('') || text.replaceAll(/\s/g, '')
  );
}
