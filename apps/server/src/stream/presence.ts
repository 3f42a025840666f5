/** Who is there: whoever has a stream open, in any process of the site. */
export type Presence = {
  isPresent(userId: number): boolean;
  count(): number;
};

/** For what runs without streams. */
export const nobodyPresent: Presence = { isPresent: () => false, count: () => 0 };
