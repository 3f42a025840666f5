import { createHash, createHmac, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Db } from '../../platform/db/schema.ts';
import { siteSecret } from '../../platform/db/secrets.ts';
import type { Rendered } from '../../platform/render/web-apps.ts';
import { readSettings } from '../settings/settings.ts';
import { drawable, encodeCharacters, typefaceFiles } from './font-characters.ts';
import { addCharacters, readCharacters } from './site-characters.ts';
import { typesetText } from './typeset-text.ts';

/** Raise it when the font changes: files are cached for ever under their address. */
const fontVersion = 1;
/** Characters of a page's own font: 30 KB. Beyond, as in the archive, the rest comes from the site's. */
const mostOfPage = 160;
/** Characters of one of the site's fonts: 24 KB. */
const sliceLength = 128;
/** Milliseconds after which a process looks for characters that others added. */
const knownFor = 60_000;
const readAgainAfter = 1000;
const secretName = 'typeface';

/** `link`: to the style sheet of the site's fonts. */
type Known = { secret: string; characters: string; each: Set<string>; link: string; readAt: number };

/**
 * Sets pages in the site's typeface. A page names a font of exactly its characters by an address that carries them with a
 * signature, so that any process, after a restart too, can cut it, and nobody else can have others cut. A style sheet that
 * comes after the paint has the characters of the whole site in slices, of which a browser fetches those it needs.
 */
export class Typeface {
  readonly #db: Db;
  #known: Promise<Known> | undefined;
  #found = new Set<string>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Forgets what was read: the settings or the whole database may be others. */
  forget() {
    this.#known = undefined;
  }

  /** Creates the secret as the site starts: a page cannot wait for it while another program holds the database. */
  async prepare() {
    await siteSecret(this.#db, secretName);
  }

  /** Stores the characters that pages had and the site's fonts lack. */
  async flush() {
    if (this.#found.size === 0) return;
    const found = [...this.#found];
    this.#found.clear();
    await addCharacters(this.#db, found);
    this.forget();
  }

  /** Adds the typeface to the head of a rendered page, unless it is off. */
  readonly addTo = async (rendered: Rendered): Promise<Rendered> => {
    const { status, headers, pieces } = rendered;
    const isScreen = status === 200 && headers.has('x-script-mark');
    if (!isScreen || !(await readSettings(this.#db)).look.typeface) return rendered;
    const known = await this.#read();
    // pages outside the cache, such as a search, may contain any text
    const own = headers.get('cache-control')?.includes('no-store') ? [] : drawable(typesetIn(pieces));
    for (const character of own) if (!known.each.has(character)) this.#found.add(character);
    const { html, style } = headOf(own.slice(0, mostOfPage), known);
    headers.set('x-style-sources', [headers.get('x-style-sources'), sourceOf(style)].filter(Boolean).join(' '));
    const at = pieces.findIndex((piece) => typeof piece === 'string' && piece.includes(mark));
    return {
      ...rendered,
      pieces: pieces.map((piece, index) => (index === at ? insert(piece as string, html) : piece)),
    };
  };

  /** Characters of a signed address, as `encodeCharacters` writes them; undefined for an address of somebody else's making. */
  async encodedOf(name: string): Promise<string | undefined> {
    const [encoded = '', signature] = name.split('.');
    return signature === sign((await this.#read()).secret, encoded) ? encoded : undefined;
  }

  /** The style sheet of the site's fonts as it was with so many characters; perhaps another process has just added some. */
  async sheetOf(name: string): Promise<string | undefined> {
    return sheetNamed(name, await this.#read()) ?? sheetNamed(name, await this.#read(readAgainAfter));
  }

  async #read(age = knownFor): Promise<Known> {
    const known = await this.#known;
    if (known && performance.now() - known.readAt < age) return known;
    this.#known = readKnown(this.#db);
    this.#known.catch(() => this.forget());
    return this.#known;
  }
}

async function readKnown(db: Db): Promise<Known> {
  const [secret, characters] = await Promise.all([siteSecret(db, secretName), readCharacters(db)]);
  const sheet = `/fonts/${characters.length}.${sign(secret, characters)}.css`;
  const link = `<link rel="stylesheet" href="${sheet}" disabled="" data-after-paint="">`;
  return { secret, characters, each: new Set(characters), link, readAt: performance.now() };
}

function sheetNamed(name: string, { characters, secret }: Known) {
  const [length = '', signature] = name.split('.');
  const then = characters.slice(0, Number(length));
  const isOurs = String(then.length) === length && signature === sign(secret, then);
  return isOurs ? siteSheet(then, secret) : undefined;
}

function sign(secret: string, text: string) {
  return createHmac('sha256', secret).update(`${fontVersion} ${text}`).digest('base64url').slice(0, 10);
}

function fontAddress(characters: Iterable<string>, secret: string) {
  const encoded = encodeCharacters(characters);
  return `/fonts/${encoded}.${sign(secret, encoded)}.woff2`;
}

/** In the head of each page; the typeface comes before it. */
const mark = '<meta name="viewport"';

function insert(piece: string, html: string) {
  const at = piece.indexOf(mark);
  return piece.slice(0, at) + html + piece.slice(at);
}

/** Links and styles for a page of these characters. */
function headOf(characters: string[], { secret, link }: Known) {
  if (characters.length === 0) return { html: link, style: '' };
  const font = fontAddress(characters, secret);
  const style = `@font-face{font-family:mojian-page;font-weight:501 999;font-display:swap;src:url(${font})}`;
  // not preloaded: on a slow line it would delay the page itself and come no sooner
  return { html: `<style>${style}</style>${link}`, style };
}

/**
 * Fonts of the whole site. Figures have a regular face, which also keeps other text of this weight from the semi-bold one.
 */
function siteSheet(characters: string, secret: string) {
  const rules = [
    `@font-face{font-family:mojian-site;font-weight:1 500;font-display:swap;src:url(/fonts/${figures().name});unicode-range:U+30-39}`,
  ];
  for (let at = 0; at < characters.length; at += sliceLength) {
    const slice = [...characters.slice(at, at + sliceLength)];
    const range = slice.map((character) => `U+${character.codePointAt(0)?.toString(16)}`).join();
    rules.push(
      `@font-face{font-family:mojian-site;font-weight:501 999;font-display:swap;src:url(${fontAddress(slice, secret)});unicode-range:${range}}`,
    );
  }
  return rules.join('\n');
}

let regular: { bytes: Buffer; name: string } | undefined;

/** Regular figures, 2 KB, with the name of their file. */
export function figures() {
  if (regular) return regular;
  const bytes = readFileSync(typefaceFiles.figures);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  regular = { bytes, name: `figures.${hash}.woff2` };
  return regular;
}

function sourceOf(style: string) {
  return style && `'sha256-${hash('sha256', style, 'base64')}'`;
}

/** Texts in the typeface of cached fragments, such as the header, by their bytes. */
const fragments = new WeakMap<Uint8Array, string>();
const decoder = new TextDecoder();

/** Text of a page's body in the typeface, piece by piece: joined, each page would be copied once more. Style sheets are bytes before it. */
function typesetIn(pieces: Rendered['pieces']) {
  const bodyAt = pieces.findIndex((piece) => typeof piece === 'string' && piece.includes('<body'));
  return pieces.slice(Math.max(bodyAt, 0)).map(typesetOf).join('');
}

function typesetOf(piece: string | Uint8Array) {
  if (typeof piece === 'string') return typesetText(piece);
  const known = fragments.get(piece) ?? typesetText(decoder.decode(piece));
  fragments.set(piece, known);
  return known;
}
