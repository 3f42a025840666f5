import { selfTests } from '@mojian/contract/operations/self-tests';
import type { Serve } from '../../platform/http/calls.ts';
import { runSelfTest, type SelfTestDeps } from './self-tests.ts';

type Given = SelfTestDeps & { storageUrl?: string | undefined };

export function selfTestRoutes(serve: Serve, { storageUrl, ...parts }: Given) {
  serve(selfTests.run, ({ body }, { viewer }) => runSelfTest(parts, viewer, body));
  serve(selfTests.facts, async () => ({
    siteUrl: parts.siteUrl,
    storage: storageUrl === undefined ? '' : placeOf(storageUrl),
    hasSmtpUrl: parts.smtpUrl !== undefined,
  }));
}

/** Strips credentials. */
function placeOf(storageUrl: string) {
  const url = URL.parse(storageUrl);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : '';
}
