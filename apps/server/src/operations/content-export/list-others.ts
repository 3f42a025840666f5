import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { typeOfKey } from '../../platform/storage/storage.ts';
import { isExport, readList } from './read-export.ts';
import { shapes } from './shapes.ts';

/** How much is in an export besides articles; nothing in any other folder. @throws Error in Chinese for a wrong list. */
export async function listOthers(folder: string) {
  if (!(await isExport(folder)))
    return { pictures: 0, authors: 0, categories: 0, series: 0, says: 0, links: 0, navigation: 0 };
  const names = await readdir(join(folder, 'pictures'), { recursive: true }).catch(() => []);
  const pictures = names.filter((name) => typeOfKey(name.replaceAll('\\', '/')) !== undefined).length;
  return {
    pictures,
    authors: (await readList(folder, 'authors.json', shapes.authors)).length,
    categories: (await readList(folder, 'categories.json', shapes.categories)).length,
    series: (await readList(folder, 'series.json', shapes.series)).length,
    says: (await readList(folder, 'says.json', shapes.says)).length,
    links: (await readList(folder, 'links.json', shapes.links)).length,
    navigation: (await readList(folder, 'navigation.json', shapes.navigation)).length,
  };
}
