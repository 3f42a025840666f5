import type { ArticleRow } from '@mojian/contract/admin/articles';
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

/** As short as can be: the year only when it is another. */
export function shortTime(time: string) {
  const day = new Date(time);
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  return day.toLocaleString('zh-CN', {
    timeZone: 'Asia/Shanghai',
    ...(!isThisYear && { year: 'numeric' }),
    ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
}
