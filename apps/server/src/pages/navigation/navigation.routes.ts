import { navigation } from '@mojian/contract/pages/navigation';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { createClicks } from './clicks.ts';
import { listNavigation } from './navigation.ts';

export function navigationRoutes(serve: Serve, { db }: { db: Db }) {
  const clicks = createClicks({ db });

  // Clicks do not drop the page: its counts are as old as the page, a minute at most.
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
