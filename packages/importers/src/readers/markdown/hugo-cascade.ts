import { posix } from 'node:path';
import { type Fields, splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { decodeText } from '@mojian/foreign-files/read-text';
import type { Source } from '../../form.ts';
import { asObject, type JsonObject, text } from '../values.ts';
import type { ContentFolder } from './hugo-config.ts';
import { matchesAny } from './patterns.ts';

type Cascade = { folder: string; path: string; values: Fields };

/** Reads the values that sections and the configuration hand down to the pages below them. */
export async function readCascades(source: Source, root: string, folders: ContentFolder[], config: JsonObject) {
  const all: Cascade[] = cascadesIn(config.cascade, '');
  for (const entry of source.entries) {
    const folder = folders.find(({ path }) => entry.path.startsWith(`${root}${path}/`));
    if (!folder || !/(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/i.test(entry.path)) continue;
    const below = posix.dirname(entry.path.slice(root.length + folder.path.length + 1));
    const fields = await entry.read().then(fieldsIn, () => ({}));
    all.push(...cascadesIn(asObject(fields).cascade, below === '.' ? '' : below));
  }
  all.sort((one, other) => one.folder.length - other.folder.length);
  return (key: string, own: Fields): Fields => {
    const folder = folders.find(({ path }) => key.startsWith(`${root}${path}/`));
    const path = key.slice(root.length + (folder?.path.length ?? 0) + 1);
    const fitting = all.filter((one) => isBelow(path, one.folder) && isMeant(path, one.path));
    return Object.assign({}, ...fitting.map(({ values }) => values), own);
  };
}

function fieldsIn(bytes: Buffer): Fields {
  try {
    return splitFrontMatter(decodeText(bytes)).fields ?? {};
  } catch {
    return {}; // reported when the section itself is read
  }
}

/** Reads one set of values, or several with the pages they are meant for. */
function cascadesIn(written: unknown, folder: string): Cascade[] {
  return [written].flat().flatMap((one) => {
    const { target, _target: older, params, ...values } = asObject(one);
    const { path, kind } = asObject(target ?? older);
    const isForPages = kind === undefined || /page/.test(text(kind));
    return isForPages ? [{ folder, path: text(path), values: { ...values, ...asObject(params) } }] : [];
  });
}

function isBelow(path: string, folder: string) {
  return folder === '' || path.startsWith(`${folder}/`);
}

function isMeant(path: string, pattern: string) {
  const bare = path.replace(/(?:\/index)?\.\w+$/, '');
  return pattern === '' || matchesAny(bare, [pattern]) || matchesAny(path, [pattern]);
}
