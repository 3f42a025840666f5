import type { Say } from '@mojian/contract/community/says';
import { readUser } from '../../../session/session.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { toast } from '../../../ui/toast.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import { likesAfterPress, type SayDeps } from './says.ts';

type Says = {
  look: (id: number) => Promise<void>;
  change: (id: number, to: (say: Say) => Say) => void;
  drop: (id: number) => void;
};

export type SayActs = ReturnType<typeof sayActs>;

/** Actions on a say of the list. */
export function sayActs({ calls }: SayDeps, { look, change, drop }: Says) {
  return {
    like: async (say: Say) => {
      const { id, liked, likes, likers } = say;
      const me = readUser();
      const to = likesAfterPress(say, me ? { id: me.id, nickname: me.nickname } : undefined);
      const isDone = await toggleOptimistically({
        name: `like say ${id}`,
        from: { liked, likes, likers },
        to,
        show: (like) => change(id, (now) => ({ ...now, ...like })),
        send: async () => ({ ...to, ...(await calls.like({ query: { id, like: liked ? '0' : '1' } })) }),
      });
      if (isDone && !me) await look(id).catch(() => {}); // the own name was not loaded yet
    },
    setVisibility: async ({ id, isPublic }: Say) => {
      try {
        const { held } = await calls.setVisibility({ body: { id, isPublic: !isPublic } });
        toast('success', isPublic ? '已改为仅自己可见' : held ? '审核通过后大家就能看到' : '已改为公开');
        await look(id);
      } catch (error) {
        sayIfLost(error);
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
