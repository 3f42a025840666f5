import { randomBytes } from 'node:crypto';
import { keyFor, type Storage } from './storage.ts';

/** Writes a file as uploads are written, reads it back and removes it. Returns whether it was read as written. */
export async function probeStorage(storage: Storage) {
  await storage.check();
  const bytes = randomBytes(4096);
  const key = keyFor(bytes, 'webp');
  await storage.put(key, bytes, 'image/webp');
  const read = await storage.get(key).finally(() => storage.remove(key));
  return read !== undefined && bytes.equals(read);
}
