import type { ArticleRow } from '@mojian/contract/admin/articles';
import { shortTime } from '../day-time.ts';
import { State } from '../listing/state.tsx';
import { states } from './words.ts';

const tones = {
  draft: 'off',
  pending: 'wait',
  scheduled: 'plan',
  published: 'ok',
  withdrawn: 'off',
  refused: 'bad',
} as const;

/** Where it stands; of what is scheduled also when. */
export function ArticleState({ row: { state, waiting, time } }: { row: ArticleRow }) {
  if (waiting) return <State tone="wait">{state === 'published' ? '修改待审核' : '待审核'}</State>;
  const when = state === 'scheduled' ? `${shortTime(time)} ` : '';
  return <State tone={tones[state]}>{`${when}${states[state]}`}</State>;
}
