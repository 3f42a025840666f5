import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { splitFrontMatter } from '../../content/markdown-files/front-matter.ts';
import { typeOfKey } from '../../platform/storage/storage.ts';
import { contentFormat, markerName } from './export-content.ts';
import { toAddresses } from './picture-links.ts';
import { shapes } from './shapes.ts';

const largest = 32 * 1024 * 1024;
const marker = z.object({ product: z.literal('mojian'), format: z.int() });

/** @throws Error in Chinese for an export of a newer version */
export async function isExport(folder: string) {
  const text = await readFile(join(folder, markerName), 'utf8').catch(() => undefined);
  const found = text === undefined ? undefined : marker.safeParse(parsed(text, markerName)).data;
  if (found && found.format > contentFormat) throw new Error('这份导出来自更新的版本，请先升级墨笺');
  return found !== undefined;
}

/** Reads a list; empty when absent. @throws Error in Chinese when invalid */
export async function readList<Of>(folder: string, name: string, shape: z.ZodType<Of>): Promise<Of> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (!found) return shape.parse(undefined);
  if (found.size > largest) throw new Error(`${name} 太大`);
  const { data, error } = shape.safeParse(parsed(toAddresses(await readFile(path, 'utf8')), name));
  if (error) throw new Error(`${name} 的 ${error.issues[0]?.path.join('.')} 不对：${error.issues[0]?.message}`);
  return data;
}

/** Markdown files sorted by their leading number. */
export async function listMarkdown(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const number = (name: string) => Number.parseInt(name, 10) || 0;
  return names.filter((name) => name.endsWith('.md')).sort((a, b) => number(a) - number(b) || (a < b ? -1 : 1));
}

/** Returns front matter and text; the text is every byte after the blank line. */
export async function readMarkdown(path: string) {
  const text = toAddresses(await readFile(path, 'utf8'));
  const end = text.indexOf('\n---\n\n');
  if (!text.startsWith('---\n') || end < 0) throw new Error('没有 front matter');
  return { fields: splitFrontMatter(text.slice(0, end + 5)).fields ?? {}, markdown: text.slice(end + 6), text };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} 不是 JSON`);
  }
}

/** Counts everything but articles; zeros for other folders. @throws Error in Chinese for an invalid list */
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
