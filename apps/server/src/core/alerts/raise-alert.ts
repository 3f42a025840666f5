import type { AlertEvent } from '@mojian/contract/core/alert-kinds';
import { shortLine } from '@mojian/contract/platform/format';
import type { Trx } from '../../platform/db/schema.ts';
import { insertItems } from './alerts.queries.ts';

/** `title`: what happened, in some words. `text`: who and what, one line. `link`: path of the page that deals with it. */
type Alert = { event: AlertEvent; title: string; text: string; link: string };

const longestText = 120;

/**
 * Tells the owner outside the site, in the transaction in which it happens: each channel that wants such events gets it
 * with the next alert. Never called for what is said in chats.
 */
export async function raiseAlert(trx: Trx, { text, ...alert }: Alert) {
  await insertItems(trx, { ...alert, text: shortLine(text, longestText), createdAt: Date.now() });
}
