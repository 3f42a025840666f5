import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { insertValue, lockValue, writeValue } from '../../platform/db/stored-values.ts';
import { describeTrouble, findTrouble } from '../../platform/mail/outcomes.ts';
import { disk } from './health.ts';

type Watched = { db: Db; dataDir: string; stat?: Parameters<typeof disk>[1] };
/** Troubles of the last look, by its name. */
type Known = Record<string, string>;

const stored = 'health-alerts';

/** Alerts the owner once of a disk that is nearly full and of mails that cannot be sent, and again when it comes back. */
export async function watchHealth({ db, dataDir, stat }: Watched) {
  const [space, mail] = [await disk(dataDir, stat), await findTrouble(db)];
  const troubles = [
    ...(space.state === 'ok'
      ? []
      : [{ name: `disk ${space.state}`, title: '磁盘快满了', text: `${space.text}。${space.advice}` }]),
    ...(mail ? [{ name: 'mail', title: '信寄不出去', text: describeTrouble(mail) }] : []),
  ];
  await db.transaction().execute((trx) => report(trx, troubles));
}

async function report(trx: Trx, troubles: { name: string; title: string; text: string }[]) {
  await insertValue(trx, stored, '{}');
  const known = JSON.parse((await lockValue(trx, stored)) ?? '{}') as Known;
  for (const { name, ...words } of troubles)
    if (!Object.hasOwn(known, name)) await raiseAlert(trx, { ...words, event: 'health', link: '/admin/system' });
  await writeValue(trx, stored, JSON.stringify(Object.fromEntries(troubles.map(({ name, title }) => [name, title]))));
}
