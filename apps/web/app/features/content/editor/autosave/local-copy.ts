import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { readKept, writeKept } from '../../../../kept-json.ts';
import { blankContent } from '../context.ts';

type Task = { put: () => Entry } | { drop: string };

/**
 * Writes to the browser's journal, one thing at a time and begun at once: of what comes meanwhile only the newest is
 * written. `onKept` hears whether the newest is safe in this browser.
 */
export class Keeper {
  #next: Task | undefined;
  #writing: Promise<void> | undefined;
  #written: Entry | undefined;
  #onKept: (isKept: boolean) => void;

  constructor(onKept: (isKept: boolean) => void) {
    this.#onKept = onKept;
  }

  /** Done once what is newest by then is kept, or cannot be. */
  put(entry: () => Entry) {
    return this.#do({ put: entry });
  }

  drop(name: string) {
    return this.#do({ drop: name });
  }

  /** The page may be gone in a moment: what is still being written goes into the other store as well. */
  hold() {
    if (this.#next) return 'put' in this.#next && net.write(this.#next.put());
    return this.#written !== undefined && net.write(this.#written);
  }

  #do(task: Task) {
    this.#next = task;
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #drain() {
    while (this.#next) {
      const task = this.#next;
      this.#next = undefined;
      if ('put' in task) await this.#write(task.put());
      else await dropEntry(task.drop).catch((cause) => console.warn('日志没有清掉', cause));
    }
  }

  async #write(entry: Entry) {
    this.#written = entry;
    if (net.fits(entry)) net.write(entry);
    try {
      await putEntry(entry);
      this.#onKept(true);
    } catch (cause) {
      console.warn('浏览器的数据库写不进去', cause);
      return this.#onKept(net.write(entry));
    } finally {
      this.#written = undefined;
    }
    if ((net.read(entry.name)?.at ?? 0) <= entry.at) net.drop(entry.name);
  }
}

interface Desk extends DBSchema {
  entries: { key: string; value: Entry };
}

let opening: Promise<IDBPDatabase<Desk>> | undefined;

function database() {
  opening ??= open();
  return opening;
}

// also where a browser refuses at once, it is the promise that fails
async function open() {
  const asked = openDB<Desk>('mojian-desk', 1, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'name' }),
    // the browser closed it, to make room or because its folder went: the next write opens it anew
    terminated: () => {
      opening = undefined;
    },
  });
  return await asked.catch((cause) => {
    opening = undefined;
    throw cause;
  });
}

/** Keeps an entry for good. Throws where the browser keeps nothing, or has no room. */
export async function putEntry(entry: Entry) {
  const write = (await database()).transaction('entries', 'readwrite', { durability: 'relaxed' });
  await Promise.all([write.store.put(entry), write.done]);
}

export async function dropEntry(name: string) {
  net.drop(name);
  // what was never kept needs no dropping
  await database().then(
    (db) => db.delete('entries', name),
    () => {},
  );
}

/** What a member wrote in this browser and the server does not have, the newest first. */
export async function listEntries(member: number): Promise<Entry[]> {
  const large = await database()
    .then((db) => db.getAll('entries'))
    .catch(() => []);
  const byName = new Map<string, Entry>();
  for (const entry of [...large, ...net.list()]) {
    const newest = newer(byName.get(entry.name), entry);
    if (newest && entry.member === member) byName.set(entry.name, newest);
  }
  return [...byName.values()].sort((one, other) => other.at - one.at);
}

const newer = (one: Entry | undefined, other: Entry | undefined) => ((other?.at ?? 0) > (one?.at ?? 0) ? other : one);

/** Characters of text that are written at once, between two keys, without being felt. */
const fits = 30_000;
const place = (name: string) => `mojian:desk:${name}`;

/**
 * The small synchronous store under the large one: it holds what was typed in the moments the other takes to write, and
 * everything where the other cannot be had.
 */
const net = {
  read: (name: string) => readKept<Entry>('localStorage', place(name)),
  drop: (name: string) => writeKept('localStorage', place(name), undefined),
  fits: ({ content }: Entry) => content.markdown.length <= fits,

  /** Whether it is kept: the store may be full or closed. */
  write(entry: Entry) {
    writeKept('localStorage', place(entry.name), entry);
    return net.read(entry.name)?.at === entry.at;
  },

  /** All of them, of whoever wrote in this browser. */
  list(): Entry[] {
    try {
      const names = Object.keys(localStorage).filter((key) => key.startsWith(place('')));
      return names.flatMap((key) => net.read(key.slice(place('').length)) ?? []);
    } catch {
      return [];
    }
  },
};

/** What this browser keeps of an article until the server has it. */
export type Entry = {
  /** The member and the key. */
  name: string;
  member: number;
  /** Null until the server has given it one. */
  id: number | null;
  /** The browser's own mark of it, the same for as long as it is written on. */
  key: string;
  /** The server's version this text goes on from; null until there is one. */
  version: number | null;
  content: ArticleContent;
  /** On its way to the server when this was written: it may have got there without an answer. */
  sent: ArticleContent | null;
  at: number;
};

export type Place = Pick<Entry, 'id' | 'key' | 'version'>;

export function entryName(member: number, key: string) {
  return `${member}:${key}`;
}

/** Whether two texts are one and the same to the server, which trims lines and drops what no database keeps. */
export function isSame(one: ArticleContent, other: ArticleContent) {
  return asKept(one) === asKept(other);
}

/** Nobody has written anything in it. */
export function isBlank(content: ArticleContent) {
  return isSame(content, blankContent);
}

function asKept(content: ArticleContent) {
  const names = Object.keys(blankContent) as (keyof ArticleContent)[];
  return JSON.stringify(names.map((name) => kept(name, content[name] ?? blankContent[name])));
}

function kept(name: keyof ArticleContent, value: ArticleContent[keyof ArticleContent]) {
  if (typeof value === 'string') return name === 'markdown' ? clean(value) : clean(value).trim();
  return Array.isArray(value) ? [...new Set(value.map((tag) => clean(tag).trim()))] : value;
}

const clean = (text: string) => text.toWellFormed().replaceAll('\0', '');

// crypto.randomUUID is there on https only
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

type TakenUp = {
  /** What goes on being written. */
  content: ArticleContent;
  version: number;
  /** `journal`: this browser has something newer. `stale`: so has the server, and they differ. */
  from: 'server' | 'journal' | 'stale';
};

/** Which of two texts is the newer one: what the server has, or what this browser kept. */
export function takeUp(draft: Draft, entry: Entry | undefined): TakenUp {
  const { content, version } = draft;
  if (!entry || isSame(entry.content, content)) return { content, version, from: 'server' };
  // what was sent last may have arrived without its answer: then the server's version is our own
  const isOurs = entry.version === version || (entry.sent !== null && isSame(entry.sent, content));
  return { content: entry.content, version, from: isOurs ? 'journal' : 'stale' };
}
