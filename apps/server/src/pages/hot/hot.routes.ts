import { hot } from '@mojian/contract/pages/hot';
import type { Serve } from '../../platform/http/calls.ts';
import { createHot, type HotDeps } from './hot.ts';

export function routes(serve: Serve, deps: HotDeps) {
  const { list, overview } = createHot(deps);
  serve(hot, {
    list: { tags: ['hot'], handle: ({ query }) => list(query.type) },
    overview: { tags: ['hot'], handle: () => overview() },
  });
}
