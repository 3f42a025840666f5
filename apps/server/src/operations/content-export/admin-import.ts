import { type adminContent, type ContentFound, importKinds } from '@mojian/contract/operations/content';
import type { Input } from '@mojian/contract/platform/endpoint';
import { recordAct } from '../../core/audit/audit.ts';
import { forgetSettings } from '../../core/settings/settings.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { workAlone } from '../backups/work-alone.ts';
import { type Imported, importFolder } from '../import/import-folder.ts';
import { groupWarnings } from '../import/report.ts';
import { importContent } from './import-content.ts';
import type { ImportDesk, OnProgress } from './import-desk.ts';
import { isExport, listOthers } from './read-export.ts';
import { forgetReceived, openReceived } from './received.ts';

export type AdminImportDeps = {
  db: Db;
  search: Search;
  storage: Storage;
  siteUrl: string;
  databaseUrl: string;
  dataDir: string;
};

type ImportRequest = Input<typeof adminContent.start>['body'];
type Job = { parts: AdminImportDeps; viewer: Viewer; asked: ImportRequest; folder: string; onProgress: OnProgress };

const shownAtMost = 300;

/** Starts a check or an import and returns at once. @throws Failure not-found; already-done */
export async function startImport(desk: ImportDesk, deps: AdminImportDeps, viewer: Viewer, request: ImportRequest) {
  const { kind, id } = request;
  return desk.begin({
    kind,
    id,
    async run(onProgress) {
      const folder = await openReceived(deps.dataDir, viewer, id);
      const job = { parts: deps, viewer, asked: request, folder, onProgress };
      return kind === 'preview' ? look(job) : bringIn(job);
    },
  });
}

async function look(job: Job) {
  return present(job, await run(job, true));
}

/** Excludes backups and restores. Reads everything first, so that a broken upload changes nothing. */
async function bringIn(job: Job) {
  const { parts: deps, viewer, asked: request } = job;
  const found = await workAlone(deps, async () => {
    await run(job, true);
    return present(job, await run(job, false));
  });
  await deps.db.transaction().execute(async (trx) => {
    await enqueue(trx, 'drop-pages', { tags: ['*'] });
    const { isExport: whole, counts } = found;
    await recordAct(trx, viewer, { act: 'content.import', after: { isExport: whole, ...counts } });
  });
  forgetSettings(deps.db);
  await forgetReceived(deps.dataDir, viewer, request.id);
  return found;
}

async function run(
  { parts: deps, viewer, asked: request, folder, onProgress }: Job,
  dryRun: boolean,
): Promise<Imported[]> {
  const { overwrite } = request;
  const onFile = (_: unknown, done: number, total: number) => onProgress(done, total);
  if (!(await isExport(folder))) return importFolder(deps, folder, { authorId: viewer.id, dryRun, overwrite, onFile });
  const input = { ...deps, dialect: dialectOf(deps.databaseUrl), folder, dryRun, overwrite };
  return importContent({ ...input, authorId: async () => viewer.id }, onFile);
}

/** Replaces the advice about `--overwrite` by the checkbox's. */
const onScreen = (reason: string) => reason.replace('加 --overwrite 才覆盖', '要换成文件里的，请勾选覆盖');

async function present({ folder }: Job, imported: Imported[]): Promise<ContentFound> {
  const counts = Object.fromEntries(
    importKinds.map((kind) => [kind, imported.filter((one) => one.kind === kind).length]),
  ) as ContentFound['counts'];
  const severity = (one: Imported) => (one.kind === 'failed' ? 0 : one.reason || one.warnings.length > 0 ? 1 : 2);
  const files = imported
    .toSorted((one, other) => severity(one) - severity(other))
    .slice(0, shownAtMost)
    .map(({ key, kind, title = '', id = null, reason = '', warnings }) => ({
      key,
      kind,
      title,
      id,
      warnings,
      reason: onScreen(reason),
    }));
  return {
    isExport: await isExport(folder),
    counts,
    others: await listOthers(folder),
    files,
    warnings: groupWarnings(imported),
  };
}
