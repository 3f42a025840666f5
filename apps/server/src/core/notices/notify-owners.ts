import { noticeKinds } from '@mojian/contract/platform/rules';
import type { Trx } from '../../platform/db/schema.ts';
import { notify } from './notify.ts';
import { listEditors, listOwners } from './notify-owners.queries.ts';

type Told = { actorId: number | null; subject: string; title: string; text: string; link: string };

/** A system notice for whoever keeps the site, in the transaction in which it happens. */
export async function notifyOwners(trx: Trx, told: Told) {
  for (const { id } of await listOwners(trx)) await notify(trx, { ...told, userId: id, kind: noticeKinds.system });
}

/** The same for whoever decides of texts. While a notice of this subject is unread, it tells the newest. */
export async function notifyEditors(trx: Trx, told: Told) {
  for (const { id } of await listEditors(trx))
    await notify(trx, { ...told, userId: id, kind: noticeKinds.system, grouped: true });
}
