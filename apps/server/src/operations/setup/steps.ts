import { type SetupProgress, type SetupStep, setupSteps } from '@mojian/contract/operations/setup';
import { Failure } from '@mojian/contract/platform/failures';
import { type Act, recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import { lockValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { removeSampleWithin } from '../sample/remove.ts';
import { readSampleSite } from '../sample/sample-content.ts';
import { hasSample } from '../sample/sample-rows.ts';
import { markValue } from './setup.queries.ts';

type State = 'done' | 'skipped';

/** `overAt`: milliseconds, null while the first steps are open. */
type Mark = { steps: Partial<Record<SetupStep, State>>; overAt: number | null };

/** Initial mark. */
export const begun = () => JSON.stringify({ steps: {}, overAt: null } satisfies Mark);

/** Mark of a site set up long ago. */
export const over = () => JSON.stringify({ steps: {}, overAt: Date.now() } satisfies Mark);

export async function readProgress(db: Db): Promise<SetupProgress> {
  const { steps, overAt } = parsed(await readValue(db, markValue));
  return {
    steps: setupSteps.map((name) => ({ name, state: steps[name] ?? 'due' })),
    isOver: overAt !== null,
    hasSample: await hasSample(db),
  };
}

/** Open steps; 0 once over. */
export async function countDue(db: Db) {
  const { steps, overAt } = parsed(await readValue(db, markValue));
  return overAt === null ? setupSteps.filter((name) => !steps[name]).length : 0;
}

/** @throws Failure already-done once over */
export async function markStep(db: Db, viewer: Viewer, { step, state }: { step: SetupStep; state: State }) {
  await change(db, viewer, `setup.${state}`, step, (mark) => ({ ...mark, steps: { ...mark.steps, [step]: state } }));
  return readProgress(db);
}

/** @throws Failure already-done once over */
export async function finish(db: Db, viewer: Viewer) {
  await change(db, viewer, 'setup.finish', '', (mark) => ({ ...mark, overAt: Date.now() }));
  return readProgress(db);
}

/** Returns the number removed, and what stayed with the reasons. */
export async function removeSampleContent({ db, search }: { db: Db; search: Search }, viewer: Viewer) {
  const site = await readSampleSite();
  return db.transaction().execute(async (trx) => {
    const result = await removeSampleWithin(trx, { search, site });
    await recordAct(trx, viewer, { act: 'sample.remove', after: { removed: result.removed } });
    return result;
  });
}

function change(db: Db, viewer: Viewer, act: Act['act'], subject: string, next: (mark: Mark) => Mark) {
  return db.transaction().execute(async (trx) => {
    const mark = parsed(await lockValue(trx, markValue));
    if (mark.overAt !== null) throw new Failure('already-done', '建站已经结束，这些都在站点设置里');
    await writeValue(trx, markValue, JSON.stringify(next(mark)));
    await recordAct(trx, viewer, { act, subject });
  });
}

/** Sites without a mark predate it. */
function parsed(mark: string | undefined): Mark {
  return JSON.parse(mark ?? over());
}
