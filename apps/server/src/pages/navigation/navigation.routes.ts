import { adminNavigation, navigation } from '@mojian/contract/pages/navigation';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import {
  arrangeNavigation,
  listAdminNavigation,
  removeGroup,
  removeSite,
  saveNavigationGroup,
  saveSite,
} from './admin-navigation.ts';
import { createClicks, listNavigation } from './navigation.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  const clicks = createClicks({ db });
  serve(navigation, {
    // Clicks do not drop the page; its counts are a minute old at most.
    list: { tags: ['navigation'], handle: () => listNavigation(db) },
    visit: ({ query }, caller) => clicks.record(query.id, caller),
  });
  serve(adminNavigation, {
    list: () => listAdminNavigation(db),
    saveGroup: ({ body }, { viewer }) => saveNavigationGroup(db, viewer, body),
    saveSite: ({ body }, { viewer }) => saveSite(db, viewer, body),
    removeGroup: ({ query }, { viewer }) => removeGroup(db, viewer, query.id),
    removeSite: ({ query }, { viewer }) => removeSite(db, viewer, query.id),
    arrange: ({ body }, { viewer }) => arrangeNavigation(db, viewer, body.groups),
  });
}
