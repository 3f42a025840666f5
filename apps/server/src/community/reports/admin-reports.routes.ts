import { adminReports } from '@mojian/contract/community/reports-admin';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnReports, type Deps, listForOffice } from './admin-reports.ts';

export function adminReportRoutes(serve: Serve, parts: Deps) {
  serve(adminReports.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminReports.act, ({ body }, { viewer }) => actOnReports(parts, viewer, body));
}
