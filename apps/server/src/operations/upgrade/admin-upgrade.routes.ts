import { adminUpgrade } from '@mojian/contract/operations/upgrade';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { showProgress, showUpgrade, startUpgrade, type UpgradeDeps, withdrawUpgrade } from './admin-upgrade.ts';
import { checkUploaded, lookForNewer, receiveRelease } from './offers.ts';

type Deps = { db: Db; running: Pick<UpgradeDeps, 'config'> };

export function routes(serve: Serve, { db, running }: Deps) {
  const deps = () => ({ db, config: running.config });
  serve(adminUpgrade, {
    show: () => showUpgrade(deps()),
    progress: async () => showProgress(running.config),
    look: async (_input, { viewer }) => {
      await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'upgrade.look' }));
      return { version: await lookForNewer(deps()) };
    },
    upload: ({ query, body }, { viewer }) =>
      receiveRelease(deps(), { ...query, bytes: body.file.bytes, owner: viewer.id }),
    check: async ({ body }, { viewer }) => {
      const release = await checkUploaded(deps(), body);
      const after = { version: release.version };
      await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'upgrade.upload', after }));
      return release;
    },
    start: ({ body }, { viewer }) => startUpgrade(deps(), viewer, body),
    withdraw: (_input, { viewer }) => withdrawUpgrade(deps(), viewer),
  });
}
