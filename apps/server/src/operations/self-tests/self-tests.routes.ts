import { selfTests } from '@mojian/contract/operations/self-tests';
import type { Serve } from '../../platform/http/calls.ts';
import { runSelfTest, type SelfTestDeps } from './self-tests.ts';

type Deps = SelfTestDeps & { storageUrl?: string | undefined };

export function routes(serve: Serve, { storageUrl, ...deps }: Deps) {
  serve(selfTests, {
    run: ({ body }, { viewer }) => runSelfTest(deps, viewer, body),
    facts: async () => ({
      siteUrl: deps.siteUrl,
      storage: storageUrl === undefined ? '' : placeOf(storageUrl),
      hasSmtpUrl: deps.smtpUrl !== undefined,
    }),
  });
}

/** Strips credentials. */
function placeOf(storageUrl: string) {
  const url = URL.parse(storageUrl);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : '';
}
