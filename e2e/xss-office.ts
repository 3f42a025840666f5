import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const source = readFileSync(resolve(import.meta.dirname, '../apps/admin/src/screens.ts'), 'utf8');

/** Addresses of all screens of the back office; those of one thing for each of the ids, by the first part of the path. */
export function officePaths(ids: Record<string, number[]>) {
  const paths = Array.from(source.matchAll(/path: '([^']*)'/g), ([, path = '']) => path);
  return ['', ...paths].flatMap((path) => {
    if (!path.includes(':id')) return [`/admin/${path}`];
    const [noun = ''] = path.split('/');
    return (ids[noun] ?? []).map((id) => `/admin/${path.replace(':id', String(id))}`);
  });
}
