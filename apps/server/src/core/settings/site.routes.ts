import { site } from '@mojian/contract/core/site';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Visits } from '../visits/visits.ts';
import { readSettings } from './settings.ts';
import { siteInfo } from './site.ts';

type Parts = { db: Db; siteUrl: string; smtpUrl?: string | undefined; visits: Visits };

export function siteRoutes(serve: Serve, { db, siteUrl, smtpUrl, visits }: Parts) {
  serve(
    site.info,
    async () => ({ data: siteInfo(await readSettings(db), { siteUrl, smtpUrl }), extra: await visits.totals() }),
    () => ['site'],
  );

  serve(site.report, async ({ query }, { address, agent }) => {
    visits.record({ address, agent, path: query.path });
    return null;
  });
}
