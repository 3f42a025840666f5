import type { guestComments } from '@mojian/contract/community/guest-comments';
import type { Call } from '@mojian/contract/platform/endpoint';
import { easySolution } from './captcha.ts';
import type { testSite } from './site.ts';

type Input = Partial<Call<typeof guestComments.post>['body']>;

/** Passers-by of a site, whose pauses are over before each comment. */
export function passersBy(site: Awaited<ReturnType<typeof testSite>>) {
  return {
    post: async (input: Input, address = '115.236.1.1') => {
      await site.db.deleteFrom('limits').where('name', 'like', 'guest %').execute();
      const comment = { text: `一句话 ${crypto.randomUUID()}`, name: '路过的', browser: 'b'.repeat(43), ...input };
      const body = { ...comment, captcha: await easySolution(site.db) };
      return site.as(null, { address }).guestComments.post({ body });
    },
  };
}
