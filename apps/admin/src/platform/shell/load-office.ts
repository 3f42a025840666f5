import type { office } from '@mojian/contract/operations/office';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { api } from '../http-api.ts';

export type Office = Reply<typeof office.enter>;

let last: Office | undefined;
const changed = new EventTarget();

/**
 * Who is here and what waits. Once somebody is in, a refusal changes nothing on the page: it may hold what was just
 * typed, and each call says itself why it was refused.
 */
export async function loadOffice() {
  try {
    const now = await api.office.enter();
    if (JSON.stringify(now) === JSON.stringify(last)) return last;
    last = now;
    changed.dispatchEvent(new Event('change'));
  } catch (error) {
    if (!last) throw error;
  }
  return last;
}

/** What was loaded last: there is something wherever the shell stands. */
export const readOffice = () => last as Office;

export function watchOffice(onChange: () => void) {
  changed.addEventListener('change', onChange);
  return () => changed.removeEventListener('change', onChange);
}
