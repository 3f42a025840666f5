import { adminSetup, setup } from '@mojian/contract/operations/setup';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { checkLink, claimSite } from './setup.ts';
import { readStartDates } from './start-date.ts';
import { finish, markStep, readProgress, removeSampleContent } from './steps.ts';

export function setupRoutes(serve: Serve, { db, search }: { db: Db; search: Search }) {
  serve(setup.check, ({ body: { token } }) => checkLink(db, token));
  serve(setup.claim, ({ body: { token, ...account } }, caller) => claimSite(db, token, account, caller));
  serve(adminSetup.read, () => readProgress(db));
  serve(adminSetup.start, () => readStartDates(db));
  serve(adminSetup.mark, ({ body }, { viewer }) => markStep(db, viewer, body));
  serve(adminSetup.finish, (_, { viewer }) => finish(db, viewer));
  serve(adminSetup.removeSample, (_, { viewer }) => removeSampleContent({ db, search }, viewer));
}
