import type { ArticleRow } from '@mojian/contract/admin/articles';
import { states } from './words.ts';

const looks: Record<ArticleRow['state'], string> = {
  draft: '',
  pending: 'wait',
  scheduled: 'plan',
  published: 'ok',
  withdrawn: '',
  refused: 'no',
};

/** A dot and a word. */
export function State({ row: { state, waiting, time } }: { row: ArticleRow }) {
  if (waiting) return <span className="state wait">{state === 'published' ? '修改待审核' : '待审核'}</span>;
  const when = state === 'scheduled' ? `${shortTime(time)} ` : '';
  return <span className={`state ${looks[state]}`}>{`${when}${states[state]}`}</span>;
}

/** As short as can be: the year only when it is another. */
export function shortTime(time: string) {
  const day = new Date(time);
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  return day.toLocaleString('zh-CN', {
    ...(!isThisYear && { year: 'numeric' }),
    ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
}
