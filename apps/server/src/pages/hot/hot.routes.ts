import { hot } from '@mojian/contract/pages/hot';
import type { Serve } from '../../platform/http/calls.ts';
import { createHot, type HotDeps } from './hot.ts';

export function hotRoutes(serve: Serve, deps: HotDeps) {
  const { list, overview } = createHot(deps);

  serve(
    hot.list,
    ({ query }) => list(query.type),
    () => ['hot'],
  );
  serve(
    hot.overview,
    () => overview(),
    () => ['hot'],
  );
}
