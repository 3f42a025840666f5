import { adminOverview } from '@mojian/contract/operations/office';
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

export function systemRoutes(serve: Serve, deps: SystemDeps) {
  const { db, running } = deps;
  const jobs = () => ({ db, jobs: running.jobs });
  serve(adminOverview.health, () => checkHealth(deps));
  serve(adminJobs.list, () => listJobs(jobs()));
  serve(adminJobs.run, ({ body }, { viewer }) => runJob(jobs(), viewer, body.name));
  serve(adminOutbox.list, ({ query }, { viewer }) => listOutbox(db, viewer, query));
  serve(adminOutbox.act, ({ body }, { viewer }) => actOnOutbox(db, viewer, body));
  serve(adminOutbox.sent, (_input, { viewer }) => listSentMails(db, viewer));
  serve(adminOutbox.letters, ({ query }, { viewer }) => listUndeliveredMails(db, viewer, query));
  serve(adminOutbox.letter, ({ query }) => readUndeliveredMail(db, query.id));
  serve(adminSystem.show, () => showSystem(deps));
  serve(adminSystem.logs, async ({ query }, { viewer }) => listLogs(deps, viewer, query));
  serve(adminSystem.askUpdates, (_, { viewer }) => askUpdates(deps, viewer));
  serve(adminSystem.clearPages, (_, { viewer }) => clearPages(deps, viewer));
  serve(adminSystem.rebuildSearch, (_, { viewer }) => rebuildSearch(deps, viewer));
}
