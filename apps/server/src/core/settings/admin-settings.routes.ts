import { adminSettings } from '@mojian/contract/core/settings';
import { renderAbout } from '../../pages/about/about.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listSettings, saveGroup } from './admin-settings.ts';

export function adminSettingsRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(adminSettings.list, (_, { viewer }) => listSettings(db, viewer));
  serve(adminSettings.save, ({ body }, { viewer }) => saveGroup(db, viewer, body));
  serve(adminSettings.preview, async ({ body }) => ({ html: (await renderAbout(body.text, siteUrl)).html }));
}
