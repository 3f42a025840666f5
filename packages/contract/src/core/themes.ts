/** What the owner may give to readers who have chosen none; `system`: as their device has it. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];
