import { adminSettings } from '@mojian/contract/admin/settings';
import { renderAbout } from '../about/about.ts';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listSettings, saveGroup } from './admin-settings.ts';

export function adminSettingsRoutes(serve: Serve, { db, siteUrl }: { db: Db; siteUrl: string }) {
  serve(adminSettings.list, (_, { viewer }) => listSettings(db, viewer));
  serve(adminSettings.save, ({ body }, { viewer }) => saveGroup(db, viewer, body));
  serve(adminSettings.preview, async ({ body }) => ({ html: (await renderAbout(body.text, siteUrl)).html }));
}
