import { Failure } from '@mojian/contract/platform/failures';
import { hidden } from '../../core/moderation/judge.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findSeen, isGone } from './find-say.ts';
import { requirePosting } from './post-say.ts';
import { type Parts, type ReadySay, readySay, type SentSay } from './ready-say.ts';
import { tellOfSay } from './tell-of-say.ts';
import { holdRow, setTopics, updateSay } from './writing.queries.ts';

type Edited = SentSay & { id: number };

/**
 * Changes a say of one's own: its words, pictures, place, or who may see it. Changed words are judged anew.
 * @throws Failure not-found for what may not be seen; not-allowed for another's, and for who may not write any; blaming
 * `text`, `place` or `pictures`.
 */
export async function editSay(parts: Parts, viewer: Viewer, sent: Edited) {
  await findEditable(parts, viewer, sent.id);
  const ready = await readySay(parts, viewer, sent, sent.id);
  return parts.db.transaction().execute((trx) => update(trx, sent.id, ready));
}

type Visibility = { id: number; isPublic: boolean };

/**
 * Shows a say of one's own to all, judged anew, or keeps it for its author; nothing else of it changes.
 * @throws Failure as editSay.
 */
export async function setVisibility(
  parts: Parts,
  viewer: Viewer,
  { id, isPublic }: Visibility,
): Promise<{ held: boolean }> {
  const seen = await findEditable(parts, viewer, id);
  const ready = await readySay(parts, viewer, { text: seen.text, place: seen.place, pictures: [], isPublic }, id);
  const result = await parts.db.transaction().execute((trx) => turn(trx, seen, ready));
  return result ?? setVisibility(parts, viewer, { id, isPublic });
}

/** Nothing when the words changed since they were judged. */
async function turn(trx: Trx, seen: Before, ready: ReadySay) {
  const now = await holdRow(trx, seen.id);
  if (!now) throw isGone();
  if (now.text !== seen.text || now.place !== seen.place) return undefined;
  return write(trx, now, { ...ready, pictures: JSON.parse(now.pictures) });
}

async function findEditable({ db }: Parts, viewer: Viewer, id: number) {
  const seen = await findSeen(db, viewer, id);
  if (seen.authorId !== viewer.id) throw new Failure('not-allowed', '只能修改自己的说说');
  await requirePosting(db, viewer);
  return seen;
}

/** What was approved stays so as long as nothing of it changes. */
function isSame(before: Before, { text, place, pictures, isPublic }: ReadySay) {
  const same = before.text === text && before.place === place && before.pictures === JSON.stringify(pictures);
  return same && before.isPublic === 1 && isPublic;
}

/** What the staff hid is theirs to show again, whatever its author makes of it. */
function isHidden(before: Before) {
  return before.state === 'held' && stateOf(before).reasons.includes(hidden);
}

function stateOf({ state, reasons }: Before): Pick<ReadySay, 'state' | 'reasons'> {
  return { state, reasons: JSON.parse(reasons) };
}

type Before = Awaited<ReturnType<typeof findSeen>>;

/** As it stands now: the staff may have hidden it since its author began to write. */
async function update(trx: Trx, id: number, ready: ReadySay) {
  const before = await holdRow(trx, id);
  if (!before) throw isGone();
  return write(trx, before, ready);
}

async function write(trx: Trx, before: Before, ready: ReadySay) {
  const judged = isSame(before, ready) || isHidden(before) ? stateOf(before) : ready;
  const { rendered, isPublic, pictures, reasons, ...say } = { ...ready, ...judged };
  const row = { ...say, html: rendered.html, pictures: JSON.stringify(pictures), reasons: JSON.stringify(reasons) };
  await updateSay(trx, before.id, { ...row, isPublic: Number(isPublic) });
  await setTopics(trx, before.id, rendered.topics);
  await tellOfChange(trx, before, isPublic && say.state === 'shown');
  return { held: say.state === 'held' };
}

async function tellOfChange(trx: Trx, before: Before, isShown: boolean) {
  const wasShown = before.isPublic === 1 && before.state === 'shown';
  if (isShown) await tellOfSay(trx, before, wasShown ? 'say-changed' : 'say');
  else if (wasShown) await tellOfSay(trx, before, 'say-gone');
}
