/** Registration modes: open, reviewed by the staff, by invitation, closed. */
export const registrationModes = ['open', 'review', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/**
 * Comments of the site. The first three are open and differ in what is held for review: nothing, each writer's first,
 * all. `closed` shows the existing ones, `hidden` shows none and switches the feature off.
 */
export const commentModes = ['open', 'first', 'review', 'closed', 'hidden'] as const;
export type CommentMode = (typeof commentModes)[number];

/** Comments of one article: `closed` shows the existing ones, `hidden` shows none. */
export const commentings = ['open', 'closed', 'hidden'] as const;
export type Commenting = (typeof commentings)[number];

/** Commenting that the site's setting allows; an article may only be stricter. */
export function commentingOf(mode: CommentMode): Commenting {
  return mode === 'closed' || mode === 'hidden' ? mode : 'open';
}

/** The stricter of the site's and an article's setting. */
export function stricter(one: Commenting, other: Commenting): Commenting {
  return commentings.indexOf(one) > commentings.indexOf(other) ? one : other;
}

/** Comments of visitors without an account: none, each held for review, or as those of members. */
export const guestModes = ['off', 'held', 'open'] as const;
export type GuestMode = (typeof guestModes)[number];
