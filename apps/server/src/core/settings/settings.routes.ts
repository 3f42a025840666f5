import { adminSettings } from '@mojian/contract/core/settings';
import { site } from '@mojian/contract/core/site';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Visits } from '../visits/visits.ts';
import { listSettings, type OnSave, saveSettingsGroup } from './admin-settings.ts';
import { siteInfo } from './site.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined; visits: Visits; onSettingsSaved: OnSave };

export function routes(serve: Serve, { db, siteUrl, smtpUrl, visits, onSettingsSaved }: Deps) {
  serve(site, {
    info: {
      tags: ['site'],
      handle: async () => ({ data: await siteInfo(db, { siteUrl, smtpUrl }), extra: await visits.totals() }),
    },
    report: async ({ query }, { address, agent }) => {
      visits.record({ address, agent, path: query.path });
      return null;
    },
  });
  serve(adminSettings, {
    list: (_, { viewer }) => listSettings(db, viewer),
    save: ({ body }, { viewer }) => saveSettingsGroup(db, viewer, body, onSettingsSaved),
  });
}
