import { adminReports } from '@mojian/contract/community/reports';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnReports, type Deps, listReportsForOffice } from './admin-reports.ts';

export function routes(serve: Serve, deps: Deps) {
  serve(adminReports, {
    list: ({ query }, { viewer }) => listReportsForOffice(deps.db, viewer, query),
    act: ({ body }, { viewer }) => actOnReports(deps, viewer, body),
  });
}
