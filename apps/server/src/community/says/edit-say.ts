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
  const seen = await findSeen(parts.db, viewer, sent.id);
  if (seen.authorId !== viewer.id) throw new Failure('not-allowed', '只能修改自己的说说');
  await requirePosting(parts.db, viewer);
  const ready = await readySay(parts, viewer, sent, sent.id);
  return parts.db.transaction().execute((trx) => update(trx, sent.id, ready));
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
  const judged = isSame(before, ready) || isHidden(before) ? stateOf(before) : ready;
  const { rendered, isPublic, pictures, reasons, ...say } = { ...ready, ...judged };
  const row = { ...say, html: rendered.html, pictures: JSON.stringify(pictures), reasons: JSON.stringify(reasons) };
  await updateSay(trx, id, { ...row, isPublic: Number(isPublic) });
  await setTopics(trx, id, rendered.topics);
  await tellOfChange(trx, before, isPublic && say.state === 'shown');
  return { held: say.state === 'held' };
}

async function tellOfChange(trx: Trx, before: Before, isShown: boolean) {
  const wasShown = before.isPublic === 1 && before.state === 'shown';
  if (isShown) await tellOfSay(trx, before, wasShown ? 'say-changed' : 'say');
  else if (wasShown) await tellOfSay(trx, before, 'say-gone');
}
