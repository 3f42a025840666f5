import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import { type HotType, hotTypes } from '@mojian/contract/pages/hot';
import type { Settings } from '../../core/settings/settings.ts';
import { ask, type Whom } from '../../pages/hot/ask.ts';
import { sources } from '../../pages/hot/sources/all.ts';
import { NoAnswer } from '../../platform/outgoing/outgoing.ts';

/** Asks every source once, all at a time. */
export async function tryHot({ hot: { base } }: Settings): Promise<SelfTestResult> {
  const answers = await Promise.all(
    hotTypes.map((type) => askOnce(type, base ? { base } : { host: sources[type].host })),
  );
  const silent = answers.filter((answer) => answer !== undefined);
  const came = hotTypes.length - silent.length;
  const reasons = Map.groupBy(silent, ({ why }) => why);
  const rest = [...reasons].map(([why, those]) => `；${why}：${those.map(({ name }) => name).join('、')}`);
  return { ok: came > 0, text: `${hotTypes.length} 个来源，取到 ${came} 个${rest.join('')}` };
}

/** Why it brought nothing, or nothing to say. */
async function askOnce(type: HotType, whom: Whom) {
  try {
    await ask(type, whom, { now: Date.now });
    return undefined;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { name: sources[type].name, why: error.message };
  }
}
