import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { longestArticle } from '@mojian/contract/platform/rules';
import { type Item, type SourceEntry, UnreadableSource } from '@mojian/importers/form';
import { convertingBy, withoutTexts } from '@mojian/importers/readers/html';
import { type Recognized, recognize } from '@mojian/importers/recognize';
import { type OpenSource, openSource } from '@mojian/importers/source';
import { deviceOf } from '../../platform/places/places.ts';
import { requireRoom } from '../../platform/storage/pieces.ts';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { type ProcessResult, resultOf, valueIn } from './process-result.ts';
import { ownerOfExport } from './readers/mojian/mojian.ts';
import { readers } from './readers.ts';

/** A file on disk; what is unpacked of it goes into `folder`, which is the file's own. */
export type SourceFile = { path: string; name: string; folder: string };

/** Something that only the site's own process can do. */
export type Question = { id: number; name: 'isKnown' | 'htmlToMarkdown' | 'hardBreaks'; input: string[] };
export type Answer = { id: number; result: ProcessResult<unknown> };

export type Wanted = {
  file: SourceFile;
  /** Number of the reading: a file is read several times. */
  pass: number;
  /** Items received so far. Those are read again and left out where the process is a new one. */
  from: number;
  /** Item before which the reading broke in an earlier pass; it does not go on from there. */
  until: number;
  /** Items under way at the most. */
  most: number;
  withTexts: boolean;
  answers: Answer[];
};
export type Batch = { items: Item[]; questions: Question[]; end: ProcessResult<null> | undefined };

/** Milliseconds after which a task that is not done says so: it then gets new time, as its process is not stuck. */
const longestWait = 1000;
/** Milliseconds for more items to come along with the first one. */
const gathering = 5;
/** Milliseconds of reading after which messages are heard. */
const longestPiece = 50;
/** UTF-16 units of a batch. */
const largestBatch = 1_000_000;

type Opened = { source: OpenSource; recognized: Recognized | string };
const files = new Map<string, Promise<Opened>>();
const running = new Map<string, Promise<ProcessResult<unknown>>>();
const passes = new Map<number, Pass>();

const tasks = {
  open: (file: SourceFile) =>
    inTime(`open ${file.folder}`, async () => {
      const { source, recognized } = await opened(file);
      if (typeof recognized === 'string') throw new UnreadableSource(recognized);
      const { id, name, findPicture, whyNoPicture } = recognized.reader;
      return {
        id,
        name,
        size: source.size,
        findsPictures: findPicture !== undefined && recognized.source.entries.length > 0,
        explainsPictures: whyNoPicture !== undefined,
      };
    }),

  next: (wanted: Wanted) => {
    for (const answer of wanted.answers) passes.get(wanted.pass)?.answer(answer);
    return inTime(`next ${wanted.pass} ${wanted.from}`, async () => (await passOf(wanted)).next());
  },

  findPicture: ({ file, address, base }: { file: SourceFile; address: string; base: string }) =>
    inTime(`picture ${file.folder} ${address} ${base}`, async () => {
      const { reader, source } = await recognizedIn(file);
      const entry = await reader.findPicture?.(source, address, base);
      return entry && plainEntry(entry);
    }),

  whyNoPicture: ({ file, address, base }: { file: SourceFile; address: string; base: string }) =>
    inTime(`why ${file.folder} ${address} ${base}`, async () => {
      const { reader, source } = await recognizedIn(file);
      return reader.whyNoPicture?.(source, address, base);
    }),

  readEntry: ({ file, path }: { file: SourceFile; path: string }) =>
    inTime(`read ${file.folder} ${path}`, async () => {
      const { source } = await recognizedIn(file);
      return source.entries.find((entry) => entry.path === path)?.read();
    }),

  ownerOfExport: (file: SourceFile) =>
    inTime(`owner ${file.folder}`, async () => ownerOfExport((await recognizedIn(file)).source)),

  leave: (pass: number) => {
    passes.get(pass)?.leave();
    passes.delete(pass);
  },

  close: async (file: SourceFile) => {
    const found = await files.get(file.folder)?.catch(() => undefined);
    files.delete(file.folder);
    await found?.source.close();
  },
};

export type ReadingTasks = typeof tasks;

/** Result of a task, or undefined while it goes on: the same task is then asked for again. */
async function inTime<Value>(key: string, work: () => Promise<Value>): Promise<ProcessResult<Value> | undefined> {
  const found = (running.get(key) as Promise<ProcessResult<Value>>) ?? resultOf(work);
  running.set(key, found);
  const over = new AbortController();
  const result = await Promise.race([
    found,
    wait(longestWait, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  if (result) running.delete(key);
  return result;
}

function opened(file: SourceFile): Promise<Opened> {
  const found = files.get(file.folder) ?? open(file);
  files.set(file.folder, found);
  return found;
}

async function open({ path, name, folder }: SourceFile): Promise<Opened> {
  const source = await openSource(path, { name, folder, requireRoom });
  return { source, recognized: await recognize(source, readers) };
}

async function recognizedIn(file: SourceFile): Promise<Recognized> {
  const { recognized } = await opened(file);
  if (typeof recognized === 'string') throw new UnreadableSource(recognized);
  return recognized;
}

async function passOf(wanted: Wanted) {
  const found = passes.get(wanted.pass) ?? new Pass(await recognizedIn(wanted.file), wanted);
  passes.set(wanted.pass, found);
  return found;
}

type Resolve = (result: ProcessResult<unknown>) => void;

/** Reading of a file, which goes on while the other process stores what it has. */
class Pass {
  #items: Item[] = [];
  #size = 0;
  #questions: Question[] = [];
  readonly #waiting = new Map<number, Resolve>();
  #lastQuestion = 0;
  #end: ProcessResult<null> | undefined;
  #isLeft = false;
  #changed = Promise.withResolvers<void>();
  #emptied = Promise.withResolvers<void>();
  readonly #most: number;

  constructor(recognized: Recognized, wanted: Wanted) {
    this.#most = wanted.most;
    const read = () => resultOf(() => this.#read(recognized, wanted));
    const reading = wanted.withTexts
      ? convertingBy((name, text) => this.#question(name, [text]), read)
      : withoutTexts(read);
    void reading.then((end) => {
      this.#end = end;
      this.#changed.resolve();
    });
  }

  async #read({ reader, source }: Recognized, { from, until }: Wanted) {
    let count = 0;
    let turnedAt = performance.now();
    const isKnown = (key: string, fingerprint: string) => this.#question<boolean>('isKnown', [key, fingerprint]);
    for await (const item of reader.read(source, isKnown)) {
      if (++count > from) {
        this.#items.push(plainItem(item));
        this.#size += sizeOf(item);
        this.#changed.resolve();
      }
      if (performance.now() - turnedAt > longestPiece) {
        await setImmediate();
        turnedAt = performance.now();
      }
      while (!this.#isLeft && (this.#isFull || count === until)) await this.#emptied.promise;
      if (this.#isLeft) break; // before the next item is read, which may break the process
    }
    return null;
  }

  get #isFull() {
    return this.#items.length >= this.#most || this.#size >= largestBatch;
  }

  async next(): Promise<Batch> {
    if (!this.#end && this.#items.length === 0 && this.#questions.length === 0) await this.#changed.promise;
    if (!this.#end && !this.#isFull && this.#questions.length === 0) await wait(gathering);
    const batch = { items: this.#items, questions: this.#questions, end: this.#end };
    this.#items = [];
    this.#questions = [];
    this.#size = 0;
    this.#changed = Promise.withResolvers();
    if (this.#end) this.#changed.resolve();
    this.#emptied.resolve();
    this.#emptied = Promise.withResolvers();
    return batch;
  }

  async #question<Value>(name: Question['name'], input: Question['input']): Promise<Value> {
    const id = ++this.#lastQuestion;
    const answered = new Promise<ProcessResult<unknown>>((resolve) => this.#waiting.set(id, resolve));
    this.#questions.push({ id, name, input });
    this.#changed.resolve();
    return valueIn(await answered) as Value;
  }

  answer({ id, result }: Answer) {
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }

  /** Ends the reading at its next item, or at the answer it waits for. */
  leave() {
    this.#isLeft = true;
    this.#emptied.resolve();
    for (const id of this.#waiting.keys()) this.answer({ id, result: { unreadable: '' } });
  }
}

/** UTF-16 units of an item, about. */
function sizeOf(item: Item) {
  return 200 + ('markdown' in item ? item.markdown.length : 0) + ('text' in item ? item.text.length : 0);
}

/** UTF-16 units of a text and entries of a list that are sent, far more than any that is stored whole. */
const [longestText, longestList] = [2 * longestArticle, 2000];

/** An item as it is sent: without functions, and no longer than the other process handles in a moment. */
function plainItem(item: Item): Item {
  if (item.kind === 'picture') return { ...item, entry: plainEntry(item.entry) };
  if (item.kind === 'comment' && item.agent !== undefined)
    return plainItem({ ...item, device: deviceOf(item.agent), agent: undefined });
  const bounded = Object.entries(item).map(([name, value]) => [name, bound(value)]);
  return Object.fromEntries(bounded) as Item;
}

function bound(value: unknown) {
  if (typeof value === 'string') return value.slice(0, longestText);
  return Array.isArray(value) ? value.slice(0, longestList) : value;
}

/** An entry without its functions, which the other process has its own of. */
function plainEntry({ path, size, modifiedAt }: SourceEntry) {
  return { path, size, modifiedAt } as SourceEntry;
}

answerTasks(tasks);
