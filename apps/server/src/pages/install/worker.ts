import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PlainPage } from '../../platform/render/plain-page.ts';

export type Worker = { script: string; etag: string };

/**
 * The service worker. Its caches are named after its own text, so that a new version of the site leaves what was read
 * where it is; the offline page's hash makes browsers take the worker, and with it that page, anew when the page changes.
 */
export function makeWorker({ html }: PlainPage): Worker {
  const text = read('offline.js');
  return withTag(`${text.replace('__VERSION__', hashOf(text))}// offline page ${hashOf(html)}\n`);
}

/** Stands in the worker's place where it is switched off: removes it, and itself, from every browser that has it. */
export const remover = withTag(read('remove-offline.js'));

function read(name: string) {
  return readFileSync(resolve(import.meta.dirname, 'browser', name), 'utf8');
}

function withTag(script: string): Worker {
  return { script, etag: `"${hashOf(script)}"` };
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10);
}
