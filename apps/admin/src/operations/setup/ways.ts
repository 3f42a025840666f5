/** What every step is given. `done` and `skip` go on to the next, and tell whether they did. */
export type Ways = { isBusy: boolean; done: () => Promise<boolean>; skip: () => Promise<boolean> };
