import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { Readable } from 'node:stream';
import { Failure } from '@mojian/contract/platform/failures';
import { type IsKnown, type Item, type Reader, type SourceEntry, UnreadableSource } from '@mojian/importers/form';
import { areTextsSkipped } from '@mojian/importers/readers/html';
import { temporaryPrefix } from '@mojian/importers/source';
import { askText } from '../../content/text/ask-text.ts';
import { sweep } from '../../platform/storage/pieces.ts';
import { WorkerFailed, WorkerProcess } from '../../platform/workers/worker-process.ts';
import { itemTitle } from './context.ts';
import { type ProcessResult, resultOf, valueIn } from './process-result.ts';
import type { Answer, Batch, Question, ReadingTasks, SourceFile } from './reading-worker.ts';
import type { OpenedSource } from './survey.ts';

/**
 * Process that unpacks and parses files of other systems, as large and as hostile as these come. The seconds count between
 * two signs of life, so a large file may take as long as it does.
 */
const readingProcess = new WorkerProcess<ReadingTasks>(new URL('./reading-worker.ts', import.meta.url), {
  heap: 160,
  memory: 400,
  seconds: 30,
  rest: 600, // storing one batch may take minutes, and a new process reads again what came before
});

/** Milliseconds without any open file after which the process ends. */
const restAfterLast = 3000;
let openFiles = 0;
let passes = 0;

/** Items that the process sends together; one at a time where a batch broke it, so that only the broken one is lost. */
const [many, single] = [200, 1];

export type OpenedApart = OpenedSource & {
  /** The owner that an export of this program names. */
  ownerOfExport: () => Promise<{ nickname: string; intro: string } | undefined>;
  close: () => Promise<void>;
};

/**
 * Opens and recognises a file or folder in a process of its own, which unpacks into `parent`.
 * @throws UnreadableSource in Chinese; Failure
 */
export async function openApart(path: string, parent: string, name = basename(path)): Promise<OpenedApart> {
  const file: SourceFile = { path, name, folder: await makeTemporaryFolder(parent) };
  openFiles += 1;
  const close = async () => {
    await readingProcess.ask('close', file).catch(() => undefined); // with its process all of it has ended
    await rm(file.folder, { recursive: true, force: true });
    openFiles -= 1;
    setTimeout(() => openFiles === 0 && readingProcess.end(), restAfterLast).unref();
  };
  try {
    const { size, ...found } = await ask('open', file, name);
    const source = { path, name, size, head: Buffer.alloc(0), entries: [], refused: [] };
    return {
      reader: readerOf(file, found),
      source,
      name,
      ownerOfExport: () => ask('ownerOfExport', file, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes a folder for what is unpacked, and removes those that killed processes left. */
async function makeTemporaryFolder(parent: string) {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await sweep(parent, temporaryPrefix);
  return mkdtemp(join(parent, temporaryPrefix));
}

type Value<Name extends keyof ReadingTasks> =
  Awaited<ReturnType<ReadingTasks[Name]>> extends ProcessResult<infer Found> | undefined ? Found : never;

/** Asks until the task is done. @throws UnreadableSource when it breaks the process; Failure when the machine does */
async function ask<Name extends Exclude<keyof ReadingTasks, 'leave' | 'close'>>(
  name: Name,
  input: Parameters<ReadingTasks[Name]>[0],
  place: string,
): Promise<Value<Name>> {
  try {
    for (;;) {
      const result = (await readingProcess.ask(name, input)) as ProcessResult<Value<Name>> | undefined;
      if (result) return valueIn(result);
    }
  } catch (error) {
    throw error instanceof WorkerFailed ? refusal(error, place) : error;
  }
}

function refusal({ reason }: WorkerFailed, place: string) {
  if (reason === 'busy')
    return new Failure('too-many-requests', '服务器正忙，文件没有读完，请过一会儿再试', undefined, 60);
  if (reason === 'killed') return new Failure('unavailable', '机器的内存不够，文件没有读完，请腾出内存再试');
  const why = reason === 'slow' ? '太复杂，读了很久也没有读完' : '太大或太复杂，超过了读它能用的内存';
  return Object.assign(new UnreadableSource(`${place}${why}`), { cause: reason });
}

type Found = Omit<Value<'open'>, 'size'>;

function readerOf(file: SourceFile, { id, name, findsPictures, explainsPictures }: Found): Reader {
  const broken = {};
  const place = `「${file.name}」`;
  const findPicture: Reader['findPicture'] = async (_source, address, base) => {
    const entry = await ask('findPicture', { file, address, base }, place);
    return entry && entryIn(file, entry);
  };
  const whyNoPicture: Reader['whyNoPicture'] = (_source, address, base) =>
    ask('whyNoPicture', { file, address, base }, place);
  return {
    id,
    name,
    recognizes: () => true,
    read: (_source, isKnown) => readPass(file, broken, isKnown),
    ...(findsPictures && { findPicture }),
    ...(explainsPictures && { whyNoPicture }),
  };
}

function entryIn(file: SourceFile, { path, size, modifiedAt }: SourceEntry): SourceEntry {
  const read = async () => {
    const bytes = await ask('readEntry', { file, path }, `「${path.slice(0, 80)}」`);
    return Buffer.from(bytes ?? []);
  };
  return { path, size, modifiedAt, read, open: async () => Readable.from([await read()]) };
}

/** Place at which a file broke the process, so that its next readings need not find out again. */
type Broken = { at?: number; error?: UnreadableSource };

async function* readPass(file: SourceFile, broken: Broken, isKnown?: IsKnown): AsyncGenerator<Item> {
  const pass = new Pass(file, broken);
  try {
    for (;;) {
      const batch = await pass.next();
      const answering = Promise.all(batch.questions.map((question) => answer(question, isKnown)));
      answering.catch(() => undefined); // thrown below, after the items before it are stored
      for (const item of batch.items) {
        pass.note(item);
        yield item.kind === 'picture' ? { ...item, entry: entryIn(file, item.entry) } : item;
      }
      pass.answers = await answering;
      if (batch.end) return valueIn(batch.end);
    }
  } finally {
    pass.leave();
  }
}

/** Reading of a file: knows how far it came, and goes on in a new process. */
class Pass {
  readonly #file: SourceFile;
  readonly #broken: Broken;
  readonly #withTexts = !areTextsSkipped();
  readonly #id = ++passes;
  #from = 0;
  #most = many;
  #last = '';
  answers: Answer[] = [];

  constructor(file: SourceFile, broken: Broken) {
    this.#file = file;
    this.#broken = broken;
  }

  /** @throws UnreadableSource; Failure */
  async next(): Promise<Batch> {
    const { at = -1, error } = this.#broken;
    if (error && this.#from === at) throw error;
    const [pass, from, most, withTexts] = [this.#id, this.#from, this.#most, this.#withTexts];
    const wanted = { file: this.#file, pass, from, until: at, most, withTexts, answers: this.answers };
    try {
      return await ask('next', wanted, this.#place);
    } catch (thrown) {
      if (!(thrown instanceof UnreadableSource)) throw thrown;
      if (most === single) Object.assign(this.#broken, { at: from, error: thrown });
      this.#most = single;
      this.answers = [];
      return this.next();
    }
  }

  get #place() {
    return this.#last === '' ? `「${this.#file.name}」` : `「${this.#file.name}」里「${this.#last}」后面的内容`;
  }

  note(item: Item) {
    this.#from += 1;
    this.#last = itemTitle(item).slice(0, 60) || this.#last;
  }

  leave() {
    readingProcess.ask('leave', this.#id).catch(() => undefined);
  }
}

/** Only a database that is away is thrown; a text that cannot be converted is the reader's to mend. */
async function answer({ id, name, input }: Question, isKnown: IsKnown | undefined): Promise<Answer> {
  const [one = '', other = ''] = input;
  if (name === 'isKnown') return { id, result: { value: (await isKnown?.(one, other)) ?? false } };
  return { id, result: await resultOf(() => askText(name, one)) };
}
