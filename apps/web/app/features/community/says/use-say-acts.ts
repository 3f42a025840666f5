import type { Say } from '@mojian/contract/community/says';
import { longestQuote, type Seal } from '@mojian/contract/platform/rules';
import { readUser } from '../../../session/session.ts';
import { loadPart } from '../../../ui/load-part.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';
import { toast } from '../../../ui/toast.ts';
import { toggleOptimistically } from '../../core/likes/toggle-optimistically.ts';
import { oneLineText, type SayDeps, withSeal } from './says.ts';

const loadQuoteCard = () => import('../../content/quote-cards/open-quote-card.tsx');

type Says = {
  look: (id: number) => Promise<void>;
  change: (id: number, to: (say: Say) => Say) => void;
  drop: (id: number) => void;
};

export type SayActs = ReturnType<typeof sayActs>;

/** Actions on a say of the list. */
export function sayActs({ calls, quoteCards }: SayDeps, { look, change, drop }: Says) {
  return {
    /** Stamps a say with a seal, or takes it back. */
    stamp: async (say: Say, seal: Seal) => {
      const { id, stamped, seals } = say;
      const user = readUser();
      const me = user ? { id: user.id, nickname: user.nickname, avatar: user.avatar } : undefined;
      const isOn = stamped.includes(seal);
      const isDone = await toggleOptimistically({
        name: `stamp say ${id} ${seal}`,
        from: { isOn, count: seals[seal] },
        to: { isOn: !isOn, count: Math.max(0, seals[seal] + (isOn ? -1 : 1)) },
        show: (state) => change(id, (now) => ({ ...now, ...withSeal(now, seal, state, me) })),
        send: async () => {
          const { liked, likes } = await calls.like({ query: { id, seal, like: isOn ? '0' : '1' } });
          return { isOn: liked, count: likes };
        },
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
    /** 做成笺: the whole say as a picture. */
    openQuoteCard: ({ id, html }: Say) => {
      const words = Array.from(oneLineText(html)).slice(0, longestQuote).join('');
      loadPart(loadQuoteCard, (part) => part.openQuoteCard({ kind: 'say', id, words, calls: quoteCards }));
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
