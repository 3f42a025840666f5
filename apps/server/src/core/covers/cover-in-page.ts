import type { Rendered } from '../../platform/render/web-apps.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { coverFromFileName, coverPath, coverPicture } from './cover.ts';

/** Left by the web app before the address of the first picture as phones show it. */
const mark = '<source data-in-page="" media="(max-width: 640px)" srcSet="';
const address = /^\/cover\/v\d+\/([^"/]+\.webp)"/;

/**
 * Writes a drawn cover into the page itself, so that a phone on a slow line does not ask for it after the page has come:
 * a round trip less until the largest paint. A page whose cover is still to be drawn keeps the address until then;
 * `onDrawn` should have it rendered again.
 */
export function coverInPage(folder: string, onDrawn: () => void) {
  /** Cover of the last page: only the home page has one, mostly the same. */
  let last: { name: string; bytes: Uint8Array } | undefined;
  const read = async (name: string) => {
    if (last?.name === name) return last.bytes;
    const cover = coverFromFileName(name);
    if (!cover) return undefined;
    const stored = await readIfThere(coverPath(folder, cover));
    if (!stored) {
      // the next page tries again where this fails
      coverPicture(folder, cover).then(onDrawn, () => {});
      return undefined;
    }
    last = { name, bytes: Buffer.from(`data:image/webp;base64,${Buffer.from(stored).toString('base64')}`) };
    return last.bytes;
  };
  return async (rendered: Rendered): Promise<Rendered> => {
    const { pieces } = rendered;
    const index = pieces.findIndex((piece) => typeof piece === 'string' && piece.includes(mark));
    const piece = pieces[index];
    if (typeof piece !== 'string') return rendered;
    const at = piece.indexOf(mark) + mark.length;
    const [whole = '', name = ''] = address.exec(piece.slice(at, at + 80)) ?? [];
    const bytes = await read(name);
    if (!bytes) return rendered;
    const after = piece.slice(at + whole.length - 1);
    return { ...rendered, pieces: pieces.toSpliced(index, 1, piece.slice(0, at), bytes, after) };
  };
}
