import type { RedirectOutcome } from '@mojian/contract/content/redirects';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { Failure } from '@mojian/contract/platform/failures';
import { movedKey } from '@mojian/foreign-files/address-key';
import { decodeText, UnreadableFile } from '@mojian/foreign-files/read-text';
import { recordAct } from '../../core/audit/audit.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { localKey, longestMovedPath, writeMoved } from '../slugs/moved.ts';
import { findExistingAddresses } from '../slugs/present.ts';
import { badTarget, noSuchPage, ownTarget, refusalOf, takenByPage, whyNoPath } from './admin-redirects.ts';
import { type FileEntry, readRedirectFile } from './redirect-files.ts';
import * as queries from './redirects.queries.ts';

type Deps = { db: Db; siteUrl: string };

/** Lines of the report, and redirects written in one transaction. */
const linesAtMost = 500;
const batch = 200;

/** Adds the redirects of a file, or with `isTrial` only says what would come of each line. */
export async function importRedirects({ db, siteUrl }: Deps, viewer: Viewer, file: UploadedFile, isTrial: boolean) {
  const entries = readRedirectFile(textOf(file));
  const planned = await plan(db, siteUrl, entries);
  if (!isTrial) await store(db, viewer, file.name, planned);
  const count = (wanted: RedirectOutcome['result']) => planned.filter(({ result }) => result === wanted).length;
  const lines = planned
    .map(({ end: _, ...line }): RedirectOutcome => line)
    .sort((a, b) => Number(b.result === 'refused') - Number(a.result === 'refused'))
    .slice(0, linesAtMost);
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines,
  };
}

function textOf({ bytes }: UploadedFile) {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Failure('invalid-input', error.message, 'file');
    throw error;
  }
}

/** `end`: target stored, the end of a chain. */
type PlannedLine = RedirectOutcome & { end: string };

type ReadLine = FileEntry & { key: string; target: string };

/** State of the site that lines are judged by: redirects, with those of earlier lines, and pages. */
type SiteAddresses = { known: Map<string, string>; taken: Set<string>; present: Set<string>; promised: Set<string> };

/** Judges every line as if those before it were stored. */
async function plan(db: Db, siteUrl: string, entries: FileEntry[]): Promise<PlannedLine[]> {
  const read = entries.map((entry): ReadLine => {
    const target = ownTarget(entry.to, siteUrl);
    const key = movedKey(entry.from);
    const isTooLong = key.length > longestMovedPath;
    const problem = whyNoPath(entry.from) || (isTooLong ? '旧地址太长' : target === undefined ? badTarget : '');
    return { ...entry, reason: entry.reason || problem, key, target: target ?? entry.to };
  });
  const site = await readAddresses(
    db,
    read.filter(({ reason }) => reason === ''),
  );
  return read.map(({ line, from, to, reason, key, target }): PlannedLine => {
    const before = site.known.get(key);
    const { end, refusal } = reason ? { end: '', refusal: reason } : judge(site, key, target);
    if (refusal) return { line, from, to, result: 'refused', reason: refusal, end: '' };
    site.known.set(key, end);
    const result = before === undefined ? 'added' : before === end ? 'unchanged' : 'changed';
    return { line, from: key, to: target, result, reason: '', end };
  });
}

async function readAddresses(db: Db, lines: ReadLine[]): Promise<SiteAddresses> {
  const keys = [...new Set(lines.map(({ key }) => key))];
  const targets = [...new Set(lines.flatMap(({ target }) => localKey(target) ?? []))];
  const rows = await queries.listRedirectsOf(db, [...new Set([...keys, ...targets])]);
  const taken = await findExistingAddresses(db, keys, { onlyPublic: true });
  return {
    known: new Map(rows.map(({ path, target }) => [path, target])),
    taken,
    present: await findExistingAddresses(db, targets),
    promised: new Set(keys.filter((key) => !taken.has(key))),
  };
}

function judge({ known, taken, present, promised }: SiteAddresses, key: string, target: string) {
  if (taken.has(key)) return { end: '', refusal: takenByPage };
  const targetKey = localKey(target);
  const isThere = targetKey === undefined || [present, known, promised].some((pages) => pages.has(targetKey));
  if (!isThere) return { end: '', refusal: noSuchPage };
  const end = endOf(known, key, target, present);
  return end === undefined ? { end: '', refusal: refusalOf('loop') } : { end, refusal: '' };
}

/** Undefined for a circle. */
function endOf(known: Map<string, string>, key: string, target: string, present: Set<string>) {
  const seen = new Set([key]);
  let end = target;
  for (let next = localKey(end); next !== undefined && next !== '/'; next = localKey(end)) {
    if (seen.has(next)) return undefined;
    const further = present.has(next) ? undefined : known.get(next);
    if (further === undefined) return end;
    seen.add(next);
    end = further;
  }
  return end;
}

async function store(db: Db, viewer: Viewer, name: string, planned: PlannedLine[]) {
  const due = planned.filter(({ result }) => result === 'added' || result === 'changed');
  // the last of several lines for one address counts
  const ends = [...new Map(due.map(({ from, end }) => [from, end]))].map(([path, target]) => ({ path, target }));
  for (let from = 0; from < ends.length; from += batch) {
    const some = ends.slice(from, from + batch);
    await db.transaction().execute(async (trx) => {
      await writeMoved(trx, some, 'manual');
      await queries.dropMisses(
        trx,
        some.map(({ path }) => path),
      );
    });
  }
  const count = (wanted: RedirectOutcome['result']) => planned.filter(({ result }) => result === wanted).length;
  const after = { name, redirectsAdded: count('added'), redirectsChanged: count('changed') };
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'redirects.import', after }));
}
