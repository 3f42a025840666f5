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

export function navigationRoutes(serve: Serve, { db }: { db: Db }) {
  const clicks = createClicks({ db });

  // Clicks do not drop the page; its counts are a minute old at most.
  serve(
    navigation.list,
    () => listNavigation(db),
    () => ['navigation'],
  );
  serve(navigation.visit, async ({ query }, caller) => {
    await clicks.record(query.id, caller);
    return null;
  });
}

export function adminNavigationRoutes(serve: Serve, { db }: { db: Db }) {
  serve(adminNavigation.list, () => listAdminNavigation(db));
  serve(adminNavigation.saveGroup, ({ body }, { viewer }) => saveNavigationGroup(db, viewer, body));
  serve(adminNavigation.saveSite, ({ body }, { viewer }) => saveSite(db, viewer, body));
  serve(adminNavigation.removeGroup, async ({ query }, { viewer }) => {
    await removeGroup(db, viewer, query.id);
    return null;
  });
  serve(adminNavigation.removeSite, async ({ query }, { viewer }) => {
    await removeSite(db, viewer, query.id);
    return null;
  });
  serve(adminNavigation.arrange, async ({ body }, { viewer }) => {
    await arrangeNavigation(db, viewer, body.groups);
    return null;
  });
}
