import { decodeText } from '@mojian/foreign-files/read-text';
import type { Source } from '../../form.ts';
import { asList, asObject, type JsonObject, text } from '../values.ts';
import { withoutSlashes } from './address-tokens.ts';
import { parseConfig, readConfig } from './folder.ts';

const formats = ['toml', 'yaml', 'yml', 'json'];
const inRoot = ['hugo', 'config'].flatMap((name) => formats.map((format) => `${name}.${format}`));
const splitFile = /^config\/(?:_default|production)\/([^/]+)\.(?:toml|ya?ml|json)$/i;

/** A folder that Hugo reads as content, and the language that its texts are in; '' for the main one. */
export type ContentFolder = { path: string; language: string; below: string };

/**
 * Reads Hugo's configuration: one file, or `config/_default` with a file per key and language. Names are in lower case,
 * as Hugo does not tell them apart, except below `permalinks`, whose names are folders.
 */
export async function readHugoConfig(source: Source, root: string): Promise<JsonObject> {
  const config = lowered(
    await readConfig(
      source,
      inRoot.map((name) => root + name),
    ),
  );
  for (const entry of source.entries) {
    const [, name = ''] = (entry.path.startsWith(root) && splitFile.exec(entry.path.slice(root.length))) || [];
    if (name === '') continue;
    const part = await entry.read().then(
      (bytes) => tryParse(entry.path, decodeText(bytes)),
      () => ({}),
    );
    mergePart(config, name.toLowerCase().split('.'), lowered(part));
  }
  return config;
}

function tryParse(path: string, written: string): JsonObject {
  try {
    return parseConfig(path, written);
  } catch {
    return {}; // the front matter of articles is enough
  }
}

function mergePart(config: JsonObject, [name = '', language]: string[], part: JsonObject) {
  if (name === 'hugo' || name === 'config') Object.assign(config, part);
  else if (language) {
    const languages = asObject(config.languages);
    languages[language] = { ...asObject(languages[language]), [name]: part };
    config.languages = languages;
  } else config[name] = Array.isArray(part[name]) ? part[name] : { ...asObject(config[name]), ...part };
}

function lowered(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const plain = name.toLowerCase();
      const isNested = ['languages', 'module', 'taxonomies', 'cascade'].includes(plain) && !Array.isArray(inner);
      return [plain, isNested ? loweredDeep(inner) : inner];
    }),
  );
}

function loweredDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(loweredDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), loweredDeep(inner)]));
}

/** Languages with their settings; `isOff` marks those that are switched off. */
export function languagesOf(config: JsonObject) {
  const off = new Set(asList(config.disablelanguages).map((one) => text(one).toLowerCase()));
  const all = Object.entries(asObject(config.languages)).map(([code, settings]) => ({ code, ...asObject(settings) }));
  return all.map((language: JsonObject & { code: string }) => ({
    code: language.code,
    contentFolder: text(language.contentdir),
    permalinks: asObject(language.permalinks),
    isOff: language.disabled === true || off.has(language.code),
  }));
}

/** Code of the language without a prefix in its addresses. */
export function mainLanguage(config: JsonObject) {
  return text(config.defaultcontentlanguage).toLowerCase() || 'en';
}

/** Folders of content: those of languages, of mounts, else `contentDir`. */
export function contentFolders(config: JsonObject): ContentFolder[] {
  const mounts = asList(asObject(config.module).mounts).map(asObject);
  const content = mounts.filter((mount) => /^content(?:\/|$)/.test(tidy(mount.target)));
  const mounted = content.map((mount) => ({
    path: tidy(mount.source),
    language: text(mount.lang).toLowerCase(),
    below: tidy(mount.target).replace(/^content\/?/, ''),
  }));
  const own = languagesOf(config)
    .filter(({ contentFolder }) => contentFolder !== '')
    .map(({ code, contentFolder }) => ({ path: tidy(contentFolder), language: code, below: '' }));
  const main = { path: tidy(config.contentdir) || 'content', language: '', below: '' };
  const all = mounted.length > 0 ? mounted : own.length > 0 ? [...own, main] : [main];
  return all.filter(({ path }) => path !== '').sort((one, other) => other.path.length - one.path.length);
}

function tidy(value: unknown) {
  return withoutSlashes(text(value));
}
