import type { Say } from '@mojian/contract/community/says';
import { isFailure } from '@mojian/contract/platform/failures';
import { readUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { toast } from '../../../ui/toast.ts';
import { askToLogIn } from '../../core/asks-login/ask-to-log-in.ts';
import { type SayDeps, withLike } from './says.ts';

type Says = {
  look: (id: number) => Promise<void>;
  change: (id: number, to: (say: Say) => Say) => void;
  drop: (id: number) => void;
};

export type SayActs = ReturnType<typeof sayActs>;

const busy = new Set<number>();

/** Actions on a say of the list. */
export function sayActs({ calls }: SayDeps, { look, change, drop }: Says) {
  return {
    /** Optimistic, with rollback. Visitors are asked to log in. */
    like: async (say: Say) => {
      if (!readToken()) return askToLogIn();
      const { id } = say;
      if (busy.has(id)) return;
      busy.add(id);
      const me = readUser();
      change(id, (now) => withLike(now, me ? { id: me.id, nickname: me.nickname } : undefined));
      try {
        const result = await calls.like({ query: { id, like: say.liked ? '0' : '1' } });
        change(id, (now) => ({ ...now, ...result }));
        if (!me) await look(id).catch(() => {}); // the own name was not loaded yet
      } catch (error) {
        change(id, (now) => ({ ...now, liked: say.liked, likes: say.likes, likers: say.likers }));
        sayLost(error);
      } finally {
        busy.delete(id);
      }
    },
    setVisibility: async ({ id, isPublic }: Say) => {
      try {
        const { held } = await calls.setVisibility({ body: { id, isPublic: !isPublic } });
        toast('success', isPublic ? '已改为仅自己可见' : held ? '审核通过后大家就能看到' : '已改为公开');
        await look(id);
      } catch (error) {
        sayLost(error);
      }
    },
    /** Deletes an own say; the staff hide another's. */
    remove: async ({ id, author }: Say) => {
      await calls.remove({ query: { id } });
      drop(id);
      toast('success', readUser()?.id === author.id ? '说说已删除' : '已隐藏，除了作者谁也看不到');
    },
    report: ({ id }: Say, reason: string) => calls.report({ body: { id, reason } }),
    count: (id: number, comments: number) =>
      change(id, (now) => (now.comments === comments ? now : { ...now, comments })),
  };
}

/** Refusals were shown already; lost connections were not. */
function sayLost(error: unknown) {
  if (!isFailure(error) || error.id === 'unavailable') toast('error', '操作失败，已恢复原样，请重试');
}
