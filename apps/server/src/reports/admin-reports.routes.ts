import { adminReports } from '@mojian/contract/admin/reports';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Search } from '../search/search.ts';
import { actOnReports, listForOffice } from './admin-reports.ts';

export function adminReportRoutes(serve: Serve, parts: { db: Db; search: Search }) {
  serve(adminReports.list, ({ query }, { viewer }) => listForOffice(parts.db, viewer, query));
  serve(adminReports.act, ({ body }, { viewer }) => actOnReports(parts, viewer, body));
}
