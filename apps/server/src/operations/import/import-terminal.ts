import {
  canUndo,
  fetchingTime,
  joinCounts,
  kindWords,
  outcomeWords,
  runWords,
} from '@mojian/contract/operations/import-words';
import { type ImportCounts, importOutcomes } from '@mojian/contract/operations/imports';
import { printable, printJson } from '../../platform/command-line.ts';
import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { workAlone } from '../backups/work-alone.ts';
import type { Options } from './context.ts';
import { type ImportWorkerDeps, markInterruptedRuns } from './import-worker.ts';
import { lossLines } from './losses.ts';
import { presentCounts } from './present-preview.ts';
import { articleLines } from './preview-articles.ts';
import { carryOut, findRun, insertRun, type Preview, previewImport } from './runs.ts';
import { listRuns, showRun } from './show-runs.ts';
import { type OpenedSource, proposedOptions, type Survey, surveySource } from './survey.ts';
import { undoRun } from './undo.ts';

/** `hasAuthor`: the member was chosen, not taken for want of a choice. */
export type TerminalOptions = {
  userId: number;
  hasAuthor: boolean;
  /** Members by the lower-case name or e-mail of an author of the old site. */
  mapped: ReadonlyMap<string, number>;
  site: string;
  dryRun: boolean;
  overwrite: boolean;
  undatedAsDrafts: boolean;
  /** Lists all articles of a preview, not the first few. */
  all: boolean;
  json: boolean;
};

/** Identifies a file of the command line as uploads are by their id, so that the same file goes on. */
const uploadOf = (path: string, { source }: OpenedSource) => `file:${source.size}:${path}`;

/** Previews or imports another system's file, with its progress in the terminal. Returns whether all went well. */
export async function importInTerminal(
  deps: ImportWorkerDeps,
  opened: OpenedSource,
  path: string,
  options: TerminalOptions,
) {
  const line = progressLine(options.json);
  const onLook = (done: number) => line.show(`正在看里面有什么：${done.toLocaleString('zh-CN')}`);
  if (options.dryRun) {
    const { userId, site, overwrite, undatedAsDrafts, all } = options;
    const { authors } = optionsOf(await surveySource(deps.db, opened, userId), options);
    const input = { userId, options: { authors, matches: {}, site, overwrite, undatedAsDrafts } };
    const found = await previewImport(deps, opened, input, { onProgress: onLook });
    const preview = { ...found, authors: found.authors.map((one) => ({ ...one, userId: authors[one.key] ?? null })) };
    line.clear();
    await printPreview(deps.db, opened, preview, options.json);
    if (!options.json)
      print(articleLines(preview.articles, all ? preview.articles.length : linesShown, undatedAsDrafts).join('\n'));
    return true;
  }
  return workAlone(deps, async () => {
    await markInterruptedRuns(deps.db);
    const survey = await surveySource(deps.db, opened, options.userId);
    const upload = uploadOf(path, opened);
    const left = await findUnfinishedRun(deps.db, opened, upload);
    const { userId, site, overwrite, undatedAsDrafts } = options;
    const proposed = optionsOf(survey, options);
    if (!options.json) print(askWho(survey, proposed.authors));
    if (left) await changeRun(deps.db, left, proposed, options);
    const input = { survey, opened, upload, userId, options: { ...proposed, site, overwrite, undatedAsDrafts } };
    const id = left?.id ?? (await insertRun(deps.db, input));
    const stop = pauseOnSignal(() => line.clear());
    if (!options.json) print(left ? `接着第 ${id} 次导入做。` : `第 ${id} 次导入。`);
    const onProgress = (done: number) => line.show(`正在导入：${share(done, survey.total)}`);
    try {
      await carryOut(deps, opened, id, { onProgress, stopping: stop.signal });
    } finally {
      stop.forget();
      line.clear();
    }
    return printRun(deps, id, options.json);
  });
}

/** The mapping that the survey proposes, and on top of it what was said on the command line. */
function optionsOf(survey: Survey, { mapped }: Pick<TerminalOptions, 'mapped'>): Options {
  const proposed = proposedOptions(survey);
  const authors = { ...proposed.authors };
  for (const [old, id] of mapped) {
    const isMeant = ({ key, name }: Survey['authors'][number]) => [key, name].some((one) => one.toLowerCase() === old);
    const found = survey.authors.filter(isMeant);
    if (found.length === 0) throw new Error(`文件里没有叫「${old}」的作者：有 ${namesOf(survey.authors)}`);
    for (const { key } of found) authors[key] = id;
  }
  return { ...proposed, authors };
}

function namesOf(authors: Survey['authors']) {
  const names = authors.slice(0, 10).map(({ name, key }) => name || key);
  return names.length === 0 ? '没有作者' : names.join('、');
}

/** Asks who the importing member is, where several wrote and none of them is known here; '' otherwise. */
function askWho({ authors: all }: Survey, mapped: Options['authors']) {
  const authors = all.filter(({ articles }) => articles > 0);
  if (authors.length < 2 || authors.some(({ key }) => mapped[key] !== undefined)) return '';
  return `文件里有几位作者：${namesOf(authors)}。哪一位是你？加 --author 名字=我。没说的，公开的文章记在访客名下，没公开的归站长。`;
}

/** An unfinished run of the same file. */
async function findUnfinishedRun(db: Db, { reader }: OpenedSource, upload: string) {
  const run = db
    .selectFrom('importRuns')
    .select(['id', 'userId', 'options'])
    .where('reader', '=', reader.id)
    .where('upload', '=', upload)
    .where('state', 'in', ['paused', 'failed'])
    .orderBy('id', 'desc');
  return run.limit(1).executeTakeFirst();
}

type UnfinishedRun = NonNullable<Awaited<ReturnType<typeof findUnfinishedRun>>>;

/** Gives a run the options with which its command is repeated; those left out stay. */
async function changeRun(db: Db, run: UnfinishedRun, { authors }: Options, chosen: TerminalOptions) {
  const { userId, hasAuthor, mapped, site, overwrite } = chosen;
  const known = JSON.parse(run.options) as Options;
  const options: Options = {
    ...known,
    authors: hasAuthor || mapped.size > 0 ? authors : known.authors,
    site: site || known.site,
    overwrite: overwrite || known.overwrite,
    undatedAsDrafts: chosen.undatedAsDrafts || known.undatedAsDrafts,
  };
  await db
    .updateTable('importRuns')
    .set({ userId: hasAuthor ? userId : run.userId, options: JSON.stringify(options) })
    .where('id', '=', run.id)
    .execute();
}

/** Pauses at the first Ctrl-C; the second ends the process, which loses nothing either. */
function pauseOnSignal(onStop: () => void) {
  const controller = new AbortController();
  const stop = () => {
    onStop();
    process.stderr.write('正在停下，做完手上的一批就好……\n');
    controller.abort();
    forget();
  };
  const forget = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, forget };
}

const share = (done: number, total: number) => `${done.toLocaleString('zh-CN')} / ${total.toLocaleString('zh-CN')}`;
const redrawMs = 100;

/** A line that is overwritten, in a terminal only. */
function progressLine(isQuiet: boolean) {
  const isShown = process.stdout.isTTY && !isQuiet;
  let shownAt = 0;
  return {
    show(text: string) {
      if (!isShown || Date.now() - shownAt < redrawMs) return;
      shownAt = Date.now();
      process.stdout.write(`\r\u001b[K${text}`);
    },
    clear: () => void (isShown && process.stdout.write('\r\u001b[K')),
  };
}

function print(text: string) {
  if (text === '') return;
  process.stdout.write(`${printable(text)}\n`);
}

async function printPreview(db: Db, { reader }: OpenedSource, preview: Preview, json: boolean) {
  const { site, counts, authors, places, losses, edited } = preview;
  if (json) {
    const found = {
      reader: reader.id,
      site,
      counts: presentCounts(counts),
      authors,
      places,
      losses,
      edited,
      articles: preview.articles,
    };
    return printJson({ dryRun: true, ...found });
  }
  print(`${reader.name}${site && `，${site}`}。预览：只看不写。\n\n${table(presentCounts(counts))}`);
  const names = await nicknamesOf(db, authors);
  print(
    askWho(preview, Object.fromEntries(authors.flatMap(({ key, userId }) => (userId === null ? [] : [[key, userId]])))),
  );
  for (const { key, name, userId } of authors.slice(0, linesShown))
    print(
      `  作者 ${key.includes('\n') ? key.replace('\n', ' ') : name || key} → ${userId === null ? '访客' : (names.get(userId) ?? '站长')}`,
    );
  const lost = places.filter(({ match }) => match === undefined);
  if (lost.length > 0) {
    const some = lost.slice(0, 3).map(({ address, title }) => address || title);
    print(`  等文章 ${lost.length} 个网址的评论找不到文章，如 ${some.join('、')}`);
  }
  if (edited.article + edited.page > 0)
    print(
      `  在站里改过的不动：${edited.titles.map((title) => `《${title}》`).join('')}${andMore(edited)}；要换成文件里的，加 --overwrite`,
    );
  print(lossLines(losses).join('\n'));
}

function andMore({ article, page, titles }: Preview['edited']) {
  return article + page > titles.length ? ` 等 ${article + page} 篇` : '';
}

async function nicknamesOf(db: Db, authors: Preview['authors']) {
  const ids = authors.flatMap(({ userId }) => userId ?? []);
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** Articles and authors that are listed. */
const linesShown = 20;

/** Returns whether the run ended and nothing failed. */
async function printRun({ db, dataDir }: ImportWorkerDeps, id: number, json: boolean) {
  const { resumable: _, ...run } = await showRun(db, dataDir, id);
  const { counts, losses, pictures, waiting, state } = run;
  if (json) printJson(run);
  else {
    print(`${table(counts)}\n${lossLines(losses).join('\n')}`);
    if (pictures.waiting > 0)
      print(
        `  图片 还有 ${pictures.waiting} 张在别的网站上，站点运行时取来，每个网站一秒一张，${fetchingTime(pictures.waiting)}`,
      );
    if (waiting > 0) print(`  评论 ${waiting} 条在等它们的文章`);
    if (state === 'paused') print(`暂停了，做到 ${share(run.done, run.total)}。再执行一次同样的命令，就接着做。`);
    else if (canUndo(run)) print(`撤销这次导入：加 --undo ${id}`);
  }
  return state === 'done' && counts.every(({ failed }) => failed === 0);
}

/** A row per kind; outcomes that do not occur have no column. */
function table(counts: ImportCounts[]) {
  if (counts.length === 0) return '里面没有能搬过来的东西。';
  const shown = importOutcomes.filter((one) => one === 'added' || counts.some((count) => count[one] > 0));
  const head = ['', '文件里', ...shown.map((one) => outcomeWords[one])];
  const rows = counts.map((count) => [
    kindWords[count.kind],
    ...(['inFile', ...shown] as const).map((one) => count[one].toLocaleString('zh-CN')),
  ]);
  return [head, ...rows].map((cells) => cells.map((cell, at) => padded(cell, at === 0 ? 6 : 10)).join('')).join('\n');
}

/** Padded on the left, Chinese characters being two columns wide. */
function padded(text: string, columns: number) {
  const width = Array.from(text).reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 2 : 1), 0);
  return ' '.repeat(Math.max(1, columns - width)) + text;
}

/** @throws Failure not-found; already-done while another process imports or backs up */
export async function undoInTerminal(deps: ImportWorkerDeps, id: number, json: boolean) {
  const { state } = await findRun(deps.db, id);
  if (state === 'undone') throw new Error(`第 ${id} 次导入已经撤销过了`);
  const line = progressLine(json);
  const undone = await workAlone(deps, () =>
    undoRun(deps, id, { onProgress: (done) => line.show(`正在撤销：${done.toLocaleString('zh-CN')}`) }),
  );
  line.clear();
  if (json) return printJson(undone);
  const left = undone.left > 0 ? `，留下 ${undone.left} 样：它们在导入以后改过，或有人评论、收藏过` : '';
  print(`撤销了第 ${id} 次导入：删除 ${undone.removed} 样${left}。`);
}

const mostRuns = 50;

export async function printRuns({ db, dataDir }: Pick<ImportWorkerDeps, 'db' | 'dataDir'>, json: boolean) {
  const { records } = await listRuns(db, dataDir, { pageNo: 1, pageSize: mostRuns });
  if (json) return printJson(records);
  if (records.length === 0) return print('还没有导入过。');
  for (const { id, state, reader, fileName, startedAt, counts } of records)
    print(
      [`${id}`, runWords[state], reader, fileName, chinaTime(Date.parse(startedAt)), joinCounts(counts, 'inFile')].join(
        '　',
      ),
    );
}
