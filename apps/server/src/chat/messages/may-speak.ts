import { Failure } from '@mojian/contract/platform/failures';
import { judge, judgeWords } from '../../core/moderation/judge.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { countTry } from '../../platform/limits/limits.ts';
import { whyNotInGroup } from './group-mode.ts';
import { asksToTalk, checkRequest, isStranger, settleRequest, waits } from './requests.ts';
import { selectStandings } from './standing.queries.ts';

/** A room somebody speaks in; `peerId` is the other one of a private room. */
export type SpokenIn = { id: number; kind: 'group' | 'private'; askedBy: number | null; peerId: number | null };
type Private = SpokenIn & { peerId: number };

/** All of a member's windows and devices together; what one of them may is the call's own limit. */
const mostSaid = { most: 240, seconds: 60 };

/** Why this member cannot write in this room now, in one Chinese line for the screen; '' where they can. */
export async function whyNotSpeak(db: Db | Trx, viewer: Viewer, room: SpokenIn): Promise<string> {
  if (viewer.role === 'demo') return noDemo;
  return isPrivate(room) ? whyNotIn(viewer, room, await standingIn(db, viewer, room)) : whyNotInGroup(db, viewer);
}

/** The same for many private rooms, in one question: by the room's number. */
export async function whyNotSpeakIn(db: Db, viewer: Viewer, rooms: Pick<SpokenIn, 'id' | 'askedBy'>[]) {
  const standings =
    rooms.length > 0
      ? await selectStandings(
          db,
          viewer.id,
          rooms.map(({ id }) => id),
        ).execute()
      : [];
  const standingIn = new Map(standings.map((standing) => [standing.roomId, standing]));
  return (room: Pick<SpokenIn, 'id' | 'askedBy'>) => {
    const standing = standingIn.get(room.id);
    if (viewer.role === 'demo') return noDemo;
    return standing ? whyNotIn(viewer, room, standing) : nobodyThere;
  };
}

const noDemo = '演示账号只能查看';
const nobodyThere = '对方已注销';

export type Spoken = { text: string; hasPicture: boolean };

/**
 * The text as it may be shown, and whether it waits for the staff. Asks the database, so it belongs before a transaction.
 * @throws Failure where this member may not say it here, naming the field.
 */
export async function judgeSpoken(db: Db, viewer: Viewer, room: SpokenIn, spoken: Spoken) {
  await countTry(db, `chat ${viewer.id}`, mostSaid);
  const why = await whyNotSpeak(db, viewer, room);
  if (why) throw new Failure('not-allowed', why);
  const said = { text: spoken.text, authorId: viewer.id, role: viewer.role };
  if (!isPrivate(room)) return judge(db, { ...said, isChat: true });

  if (asksToTalk(viewer, await standingIn(db, viewer, room), room.askedBy)) checkRequest(spoken);
  const { text, held } = await judgeWords(db, said);
  if (held.length > 0) throw new Failure('invalid-input', `含有不能发送的词「${held[0]}」`, 'text');
  return { state: 'shown' as const, text, reasons: [] };
}

/**
 * Speaking itself, in the transaction that keeps the words and behind its number: what may have changed since they were
 * judged is asked again, a stranger's first words become a request, an answer accepts one.
 * @throws Failure not-allowed where they may not any more.
 */
export async function beginSpeaking(trx: Trx, viewer: Viewer, room: SpokenIn) {
  if (!isPrivate(room)) return;
  const standing = await standingIn(trx, viewer, room);
  const why = whyNotTo(standing);
  if (why) throw new Failure('not-allowed', why);
  await settleRequest(trx, viewer, room, standing);
}

const isPrivate = (room: SpokenIn): room is Private => room.peerId !== null;

async function standingIn(db: Db | Trx, viewer: Viewer, room: Private) {
  const standing = await selectStandings(db, viewer.id, [room.id]).executeTakeFirst();
  if (!standing) throw new Failure('not-found', '用户不存在');
  return standing;
}

type Standing = Awaited<ReturnType<typeof standingIn>>;

function whyNotIn(viewer: Viewer, { askedBy }: Pick<SpokenIn, 'askedBy'>, standing: Standing) {
  return whyNotTo(standing) || (askedBy === viewer.id && isStranger(viewer, standing) ? waits : '');
}

function whyNotTo({ isBlocked, isBlocking, closesAt }: Standing) {
  if (isBlocked) return '你已拉黑对方，解除后才能说话';
  if (closesAt !== null && closesAt <= Date.now()) return nobodyThere;
  return isBlocking ? '对方暂时不接收你的消息' : '';
}
