import { adminDomain } from '@mojian/contract/operations/move-domain';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import { createBackup, type SiteDeps } from '../backups/backups.ts';
import { moveDomain, previewMove } from './move-domain.ts';
import { readFormerOrigin } from './site-address.ts';

type Deps = SiteDeps & { tables: Tables; search: Search };

export function routes(serve: Serve, deps: Deps) {
  serve(adminDomain, {
    preview: async ({ query }) => {
      const from = requireOrigin(query.from);
      return { from, to: deps.siteUrl, places: await previewMove(deps, from, deps.siteUrl) };
    },
    move: ({ body }, { viewer }) => backUpAndMove(deps, viewer, requireOrigin(body.from)),
  });
}

const moving = new WeakSet<SiteDeps['db']>();

/** @throws Failure already-done while another move is under way; as `requireConfirmed` */
async function backUpAndMove(deps: Deps, viewer: Viewer, from: string) {
  await requireConfirmed(deps.db, viewer);
  if (moving.has(deps.db)) throw new Failure('already-done', '正在换，请稍候');
  moving.add(deps.db);
  try {
    const { name } = await createBackup(deps);
    const moved = await moveDomain(deps, from);
    const after = { to: deps.siteUrl, backup: name, places: moved.places };
    await deps.db
      .transaction()
      .execute((trx) => recordAct(trx, viewer, { act: 'settings.move', subject: from, after }));
    return { backup: name, ...moved };
  } finally {
    moving.delete(deps.db);
  }
}

function requireOrigin(written: string) {
  const from = readFormerOrigin(written);
  if (from === undefined) throw new Failure('invalid-input', '旧的网址不对，请照从前地址栏里的写全', 'from');
  return from;
}
