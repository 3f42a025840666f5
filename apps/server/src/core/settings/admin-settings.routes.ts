import { adminSettings } from '@mojian/contract/core/settings';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { listSettings, saveGroup } from './admin-settings.ts';

export function adminSettingsRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminSettings.list, (_, { viewer }) => listSettings(db, viewer));
  serve(adminSettings.save, ({ body }, { viewer }) => saveGroup(db, viewer, body));
}
