import type { Db, Trx } from '../../platform/db/schema.ts';

/** Looks up a redirect; trailing `/`, `.html` and `/index.html` make no difference. */
export async function findMoved(db: Db, path: string): Promise<string | undefined> {
  const key = movedKey(path);
  const moved = await db.selectFrom('movedPaths').select('target').where('path', '=', key).executeTakeFirst();
  return moved?.target === key ? undefined : moved?.target; // an address that leads to itself is just not there
}

/** Redirects the old address to a path of this site; the home page cannot be redirected. */
export async function rememberMoved(trx: Trx, path: string, target: string) {
  const key = movedKey(path);
  if (key === '/') return;
  await trx
    .insertInto('movedPaths')
    .values({ path: key, target })
    .onConflict((taken) => taken.column('path').doUpdateSet({ target }))
    .execute();
}

/** Normalises: decoded, without query, extension and trailing slash. */
export function movedKey(path: string) {
  const plain = decoded(path.split(/[?#]/, 1)[0] ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .normalize('NFC')
    .replace(/\/+/g, '/')
    .replace(/(?:\/index)?\.html?$/i, '')
    .replace(/\/$/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
