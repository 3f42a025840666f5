import { mostPacks, mostStickers } from '@mojian/contract/core/sticker-codes';
import type { StickerPack } from '@mojian/contract/core/stickers';
import type { Db } from '../../platform/db/schema.ts';
import { listShown } from './stickers.queries.ts';

/** Packs with their stickers, and what a search for each compares with. */
export async function listStickers(db: Db): Promise<StickerPack[]> {
  const rows = await listShown(db);
  await spellAll(rows.map(({ name }) => name));
  const packs = Map.groupBy(rows, ({ pack }) => pack);
  return Array.from(packs, ([name, some]) => ({ name, stickers: some.map(present) }));
}

function present({ name, keywords, picture, night }: Awaited<ReturnType<typeof listShown>>[number]) {
  const sought = [name, keywords, spelled.get(name) ?? ''].join(' ').toLowerCase();
  return { name, picture: { day: picture, night }, sought };
}

/** Syllables and initials by name: `xiexie xx`. Spelling thousands would hold up other requests each time. */
const spelled = new Map<string, string>();
const spelledAtMost = mostPacks * mostStickers;

async function spellAll(names: string[]) {
  if (spelled.size > spelledAtMost) spelled.clear();
  const unknown = names.filter((name) => !spelled.has(name));
  if (unknown.length === 0) return;
  const { pinyin } = await import('pinyin-pro');
  for (const name of unknown) {
    const syllables = pinyin(name, { toneType: 'none', type: 'array' });
    spelled.set(name, `${syllables.join('')} ${syllables.map((one) => one.charAt(0)).join('')}`);
  }
}
