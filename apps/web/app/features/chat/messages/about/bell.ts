import { type Locks, openLock } from '../../../../live-lock.ts';

/**
 * Of several tabs one has the bell: the one that took it last, or whoever waited longest when that one goes. Browsers
 * without locks (on a site without https) have a bell in each tab.
 */
export function openBell(locks: Locks | undefined) {
  if (!locks) return { isMine: () => true, take() {}, letGo() {} };
  const { ask, letGo, isMine } = openLock({ locks, name: 'mojian:bell', onMine: () => {}, onTaken: () => ask() });
  ask();
  return { isMine, letGo, take: () => isMine() || ask({ steal: true }) };
}
