import { adminHealth } from '@mojian/contract/operations/office';
import { adminJobs, adminOutbox, adminSystem } from '@mojian/contract/operations/system';
import type { Serve } from '../../platform/http/calls.ts';
import { actOnOutbox, listOutbox, listSentMails, listUndeliveredMails, readUndeliveredMail } from './admin-outbox.ts';
import {
  askUpdates,
  clearPages,
  listJobs,
  listLogs,
  rebuildSearch,
  runJob,
  type SystemDeps,
  showSystem,
} from './admin-system.ts';
import { checkHealth } from './health.ts';

export function routes(serve: Serve, deps: SystemDeps) {
  const { db, running } = deps;
  const jobs = () => ({ db, jobs: running.jobs });
  serve(adminHealth, {
    health: () => checkHealth(deps),
  });
  serve(adminJobs, {
    list: () => listJobs(jobs()),
    run: ({ body }, { viewer }) => runJob(jobs(), viewer, body.name),
  });
  serve(adminOutbox, {
    list: ({ query }, { viewer }) => listOutbox(db, viewer, query),
    act: ({ body }, { viewer }) => actOnOutbox(db, viewer, body),
    sent: (_input, { viewer }) => listSentMails(db, viewer),
    letters: ({ query }, { viewer }) => listUndeliveredMails(db, viewer, query),
    letter: ({ query }) => readUndeliveredMail(db, query.id),
  });
  serve(adminSystem, {
    show: () => showSystem(deps),
    logs: async ({ query }, { viewer }) => listLogs(deps, viewer, query),
    askUpdates: (_, { viewer }) => askUpdates(deps, viewer),
    clearPages: (_, { viewer }) => clearPages(deps, viewer),
    rebuildSearch: (_, { viewer }) => rebuildSearch(deps, viewer),
  });
}
