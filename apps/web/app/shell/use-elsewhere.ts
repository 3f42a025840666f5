import { useHas } from '../features-on.ts';

/** Where a visitor may go in place of a screen of members. */
export function useElsewhere() {
  return useHas()('board') ? { to: '/message', words: '查看留言板' } : { to: '/', words: '返回首页' };
}
