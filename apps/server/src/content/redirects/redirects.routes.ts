import { adminRedirects } from '@mojian/contract/content/redirects';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import {
  acceptMissed,
  addRedirect,
  changeRedirect,
  listMissed,
  listRedirects,
  removeRedirects,
  restoreRedirects,
  showOrHideMissed,
} from './admin-redirects.ts';
import { importRedirects } from './import-redirects.ts';
import { writeRedirects } from './redirect-files.ts';
import { listAllRedirects } from './redirects.queries.ts';

/** Redirects of an exported file. */
const exportedAtMost = 100_000;
const fileNames = { csv: '旧地址.csv', json: 'redirects.json', yaml: 'redirects.yaml' };

export function routes(serve: Serve, deps: { db: Db; siteUrl: string }) {
  const { db } = deps;
  serve(adminRedirects, {
    list: ({ query }) => listRedirects(db, query),
    add: ({ body }, { viewer }) => addRedirect(deps, viewer, body),
    change: ({ body }, { viewer }) => changeRedirect(deps, viewer, body),
    act: ({ body: { ids, act } }, { viewer }) =>
      act === 'remove' ? removeRedirects(db, viewer, ids) : restoreRedirects(db, viewer, ids),
    missed: ({ query }) => listMissed(db, query),
    settle: ({ body: { ids, act } }, { viewer }) => showOrHideMissed(db, viewer, ids, act),
    accept: ({ body }, { viewer }) => acceptMissed(deps, viewer, body.items),
    import: ({ body, query }, { viewer }) => importRedirects(deps, viewer, body.file, query.try === 'true'),
    export: async ({ query: { format } }) => ({
      name: fileNames[format],
      text: writeRedirects(format, await listAllRedirects(db, exportedAtMost)),
    }),
  });
}
