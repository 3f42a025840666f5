import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry } from './entry.ts';
import { net } from './net.ts';

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
