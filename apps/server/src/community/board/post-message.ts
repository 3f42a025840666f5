import type { BoardMessage } from '@mojian/contract/community/board';
import { Failure } from '@mojian/contract/platform/failures';
import { boardPause } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/clean';
import { type Judgement, judge } from '../../core/moderation/judge.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller } from '../../platform/http/viewer.ts';
import { addressKey, countTry, triesSoFar } from '../../platform/limits/limits.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { placeOf } from '../../platform/places/places.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './board.queries.ts';
import { present } from './board.ts';

type By = Pick<Caller, 'viewer' | 'address'>;

/** People behind one address may all write, but not all at once. */
const mostFromAddress = 6;

/**
 * Puts a message on the board. One that waits for moderation is there for its author alone; a visitor's is null.
 * @throws Failure too-many-requests within half a minute of the last one, by the same member, or visitor of an address.
 */
export async function postBoardMessage(db: Db, text: string, by: By): Promise<BoardMessage | null> {
  const pause = pauseOf(by);
  await inItsTime(triesSoFar(db, pause, { most: 1, seconds: boardPause }));
  const { viewer, address } = by;
  const judged = await judge(db, {
    text: cleanText(text).replaceAll(/\s+/g, ' '),
    authorId: viewer?.id ?? null,
    visitor: addressKey(address),
  });
  const author = {
    authorId: viewer?.id ?? null,
    nickname: viewer ? await queries.findNickname(db, viewer.id) : '游客',
    place: await placeOf(address),
  };
  const household = `board at ${addressKey(address)}`;
  const id = await db.transaction().execute((trx) => writeMessage(trx, { author, judged, pause, household }));
  if (judged.state === 'held' && !viewer) return null;
  return present(await queries.selectMessage(db, id).executeTakeFirstOrThrow());
}

type Message = {
  author: { authorId: number | null; nickname: string; place: string };
  judged: Judgement;
  pause: string;
  household: string;
};

/** The pause is counted with the message: a message that fails costs nobody half a minute. */
async function writeMessage(trx: Trx, { author, judged: { text, state, reasons }, pause, household }: Message) {
  await inItsTime(countTry(trx, pause, { most: 1, seconds: boardPause }));
  await inItsTime(countTry(trx, household, { most: mostFromAddress, seconds: boardPause }));
  const kept = { text, state, reasons: JSON.stringify(reasons), createdAt: Date.now() };
  const id = await queries.insertMessage(trx, { ...author, ...kept });
  if (state === 'shown') {
    await enqueue(trx, 'drop-pages', { tags: ['board'] });
    await tell(trx, { topic: 'board', type: 'message', id });
  }
  return id;
}

function pauseOf({ viewer, address }: By) {
  return viewer ? `board user:${viewer.id}` : `board ${addressKey(address)}`;
}

async function inItsTime(counting: Promise<unknown>) {
  try {
    await counting;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('too-many-requests', `${boardPause}秒后才能再次留言`, undefined, error.retryAfter);
  }
}
