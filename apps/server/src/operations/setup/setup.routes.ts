import { adminSetup, setup } from '@mojian/contract/operations/setup';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { checkLink, claimSite } from './setup.ts';
import { readStartDates } from './start-date.ts';
import { finish, markStep, readProgress, removeSampleContent } from './steps.ts';

export function routes(serve: Serve, { db, search }: { db: Db; search: Search }) {
  serve(setup, {
    check: ({ body: { token } }) => checkLink(db, token),
    claim: ({ body: { token, ...account } }, caller) => claimSite(db, token, account, caller),
  });
  serve(adminSetup, {
    read: () => readProgress(db),
    start: () => readStartDates(db),
    mark: ({ body }, { viewer }) => markStep(db, viewer, body),
    finish: (_, { viewer }) => finish(db, viewer),
    removeSample: (_, { viewer }) => removeSampleContent({ db, search }, viewer),
  });
}
