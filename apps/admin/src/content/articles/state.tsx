import type { ArticleRow } from '@mojian/contract/content/articles-admin';
import { State } from '../../platform/listing/state.tsx';
import { states } from './words.ts';

const tones = {
  draft: 'off',
  pending: 'wait',
  scheduled: 'plan',
  published: 'ok',
  private: 'off',
  withdrawn: 'off',
  refused: 'bad',
} as const;

/** Where it stands. */
export function ArticleState({ row: { state, waiting } }: { row: ArticleRow }) {
  if (waiting) return <State tone="wait">{state === 'published' ? '修改待审核' : '待审核'}</State>;
  return <State tone={tones[state]}>{states[state]}</State>;
}
