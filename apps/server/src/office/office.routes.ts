import { office } from '@mojian/contract/admin/office';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { enterOffice } from './office.ts';

export function officeRoutes(serve: Serve, { db, version }: { db: Db; version: string }) {
  serve(office.enter, (_, { viewer }) => enterOffice(db, viewer, version));
}
