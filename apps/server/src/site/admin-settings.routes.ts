import { adminSettings } from '@mojian/contract/admin/settings';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { listSettings, saveGroup } from './admin-settings.ts';

export function adminSettingsRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSettings.list, () => listSettings(db));
  serve(adminSettings.save, ({ body }, { viewer }) => saveGroup(db, viewer, body));
}
