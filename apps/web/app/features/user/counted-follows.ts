import type { CallsOf } from '../account/calls.ts';

/** The same calls, with a word after each that changes how many are followed. */
export function countedFollows({ follow, unfollow, list }: CallsOf<'follows'>['follows'], onChange: () => void) {
  return {
    list,
    follow: (call: Parameters<typeof follow>[0]) => follow(call).finally(onChange),
    unfollow: (call: Parameters<typeof unfollow>[0]) => unfollow(call).finally(onChange),
  };
}
