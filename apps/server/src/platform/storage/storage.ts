import type { Readable } from 'node:stream';

/** A kept file, ready to be sent: small ones whole, others as a stream, which has to be read or destroyed. */
export type OpenedFile = { size: number; body: Uint8Array | Readable };

/**
 * Where uploaded pictures are kept. Keys look like `ab/abcdef….webp` (see storage-key.ts) and name their content:
 * the same key never holds other bytes. A place that cannot be reached is a Failure 'unavailable'.
 */
export type Storage = {
  /** Keeps bytes of a MIME type. A key that is none, or whose ending says another type, is a RangeError. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The bytes, or nothing when the key is not there or is no key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** The same for sending it on, so that no large file stands in memory. */
  open(key: string): Promise<OpenedFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Forgets the bytes. A key that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Writes, reads and removes something. Throws one Chinese line for the owner when that cannot be done. */
  check(): Promise<void>;
};
