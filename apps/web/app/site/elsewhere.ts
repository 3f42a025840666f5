import { useHas } from './features-on.ts';

/** Public place offered to visitors on a members' screen. */
export function useElsewhere() {
  return useHas()('board') ? { to: '/message', words: '查看留言板' } : { to: '/', words: '返回首页' };
}
