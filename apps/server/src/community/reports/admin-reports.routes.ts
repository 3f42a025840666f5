import { adminReports } from '@mojian/contract/community/reports-admin';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import type { Search } from '../../platform/search/search.ts';
import { actOnReports, listForOffice } from './admin-reports.ts';

export function adminReportRoutes(serve: Serve, parts: { db: Db; search: Search }) {
  serve(adminReports.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminReports.act, ({ body }, { viewer }) => actOnReports(parts, viewer, body));
}
