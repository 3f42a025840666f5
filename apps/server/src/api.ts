import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { chatRoutes } from './chat/chat.routes.ts';
import type { removeReported } from './chat/messages/moderate-messages.ts';
import type { countUnreadChat } from './chat/rooms/list-rooms.ts';
import { communityRoutes } from './community/community.routes.ts';
import type { Deps as ReportDeps } from './community/reports/admin-reports.ts';
import { contentRoutes } from './content/content.routes.ts';
import type { ReadSay } from './content/quote-cards/quote-card-source.ts';
import { coreRoutes } from './core/core.routes.ts';
import { refuseMuted } from './core/identity/mutes.ts';
import { requireConfirmed } from './core/identity/passwords.ts';
import { notifyOffice } from './core/notices/office-changes.ts';
import type { OnSave } from './core/settings/admin-settings.ts';
import { hasFeature, refuseInMaintenance, refuseWhenOff } from './core/settings/features.ts';
import type { Visits } from './core/visits/visits.ts';
import { membersRoutes } from './members/members.routes.ts';
import type { BackupDeps } from './operations/backups/backup-work.ts';
import { operationsRoutes } from './operations/operations.routes.ts';
import type { Running } from './operations/system/admin-system.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import type { Db } from './platform/db/schema.ts';
import type { Tables } from './platform/db/table.ts';
import { type CallLine, callLineOf, callsOfNouns } from './platform/http/call-sheet.ts';
import { Calls, type Serve } from './platform/http/calls.ts';
import { sendOnce } from './platform/http/files.ts';
import type { WriteBarrier } from './platform/http/write-barrier.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Live } from './platform/stream/event-bus.ts';
import type { Presence } from './platform/stream/presence.ts';
import { tables } from './tables.ts';

export const { version } = manifest;

type Deps = {
  db: Db;
  search: Search;
  siteUrl: string;
  storage: Storage;
  visits: Visits;
  live: Live;
  presence: Presence;
  /** Environment shown and tested by the admin. */
  smtpUrl?: string | undefined;
  storageUrl?: string | undefined;
  running: Running;
  writeBarrier: WriteBarrier;
} & Pick<BackupDeps, 'databaseUrl' | 'dataDir' | 'replacing'>;

type RouteDeps = Deps & {
  version: string;
  tables: Tables;
  hasFeature: typeof hasFeature;
  readSay: ReadSay;
  countUnreadChat: typeof countUnreadChat;
  removeReportedChat: typeof removeReported;
  onSettingsSaved: OnSave;
} & Pick<ReportDeps, 'removeWriting'>;
type Routes = (serve: Serve, deps: RouteDeps) => void;

/** Chat as other nouns use it. */
const chat: Pick<RouteDeps, 'countUnreadChat' | 'removeReportedChat'> = {
  countUnreadChat: async (...input) => (await import('./chat/rooms/list-rooms.ts')).countUnreadChat(...input),
  removeReportedChat: async (...input) =>
    (await import('./chat/messages/moderate-messages.ts')).removeReported(...input),
};

/** Removes a reported text: each noun that can be reported knows reports, which therefore do not know it. */
const removeWriting: RouteDeps['removeWriting'] = {
  comment: async (...input) => (await import('./community/comments/moderate-comments.ts')).removeComment(...input),
  say: async (...input) => (await import('./community/says/moderate-says.ts')).removeSay(...input),
  board: async (db, _viewer, id, record) =>
    (await import('./community/board/moderate-board.ts')).removeMessage(db, id, record),
};

/** Settings that concern a noun which settings do not know. */
const onSettingsSaved: OnSave = {
  passkeyOnly: async (...input) => (await import('./members/accounts/passkey-only.ts')).applyPasskeyOnly(...input),
};

/** Says as quote cards read them. */
export const readSay: ReadSay = async (...input) => (await import('./community/says/says.ts')).readPublicSay(...input);

/** Nouns with calls, a line per district. */
const nouns: Record<string, () => Promise<{ routes: Routes }>> = {
  ...coreRoutes,
  ...contentRoutes,
  ...communityRoutes,
  ...chatRoutes,
  ...membersRoutes,
  ...pagesRoutes,
  ...operationsRoutes,
};

/** The whole API. Without a sheet of its calls, as when it runs from its sources, every noun is loaded at once. */
export async function createApi(deps: Deps, sheet = callsOfNouns): Promise<Calls> {
  const calls = new Calls({
    writeBarrier: deps.writeBarrier,
    offers: (endpoint) => refuseWhenOff(deps.db, endpoint),
    guard: async (endpoint, viewer) => {
      await refuseInMaintenance(deps.db, endpoint, viewer);
      const isHeard = endpoint.speaks || (viewer?.key && endpoint.method !== 'GET');
      if (isHeard && viewer) await refuseMuted(deps.db, viewer);
      if (endpoint.confirmed && viewer) await requireConfirmed(deps.db, viewer);
    },
    onWritten: (endpoint) => notifyOffice(deps.live, endpoint),
  });
  const routeDeps: RouteDeps = {
    ...deps,
    ...chat,
    readSay,
    removeWriting,
    onSettingsSaved,
    hasFeature,
    version,
    tables,
  };
  for (const [noun, load] of Object.entries(nouns)) {
    const serve = async () => (await load()).routes(calls.serve, routeDeps);
    const lines = sheet?.[noun];
    if (lines) calls.declare(lines, serve);
    else await serve();
  }
  return calls;
}

/** Lists the calls of each noun, for the bundle to know them without loading any. */
export async function readCallSheet() {
  const sheet: Record<string, CallLine[]> = {};
  for (const [noun, load] of Object.entries(nouns)) {
    const lines: CallLine[] = [];
    const { routes } = await load();
    routes((calls) => lines.push(...Object.values(calls).map(callLineOf)), {} as RouteDeps);
    sheet[noun] = lines;
  }
  return sheet;
}

/** Serves downloads outside the API's envelope. */
export function downloadRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage; dataDir: string }) {
  const openArchive = async (ticket: string) =>
    (await import('./operations/exports/exports.ts')).openArchive(deps.db, ticket);
  sendOnce(app, '/v1/account/export/file', openArchive, { most: 60, from: '个人中心' });
  sendOnce(app, '/v1/admin/audit/file', async (ticket) =>
    (await import('./core/audit/admin-audit.ts')).openAudit({ db: deps.db, tables }, ticket),
  );
  sendOnce(app, '/v1/admin/backups/file', async (ticket) =>
    (await import('./operations/backups/admin-backups.ts')).openDownload(deps, ticket),
  );
  sendOnce(app, '/v1/admin/content/file', async (ticket) =>
    (await import('./operations/content-export/write-export.ts')).openContent(deps, ticket),
  );
  sendOnce(app, '/v1/admin/imports/file', async (ticket) =>
    (await import('./operations/import/show-runs.ts')).openReport(deps, ticket),
  );
}
