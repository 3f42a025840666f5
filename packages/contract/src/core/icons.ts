/** Version of the seal and of icon rendering, part of icons' immutable addresses: raise it when either changes. */
export const iconDrawing = 1;

/** Source of the site's icons: the owner's logo, or the seal of its name. */
export type Brand = { name: string; logo: string };

/** Default name of a site, for which the seal is hand-drawn. */
const ours = '墨笺';

/** Character on the site's seal; '' for the default seal. */
export function sealCharacter(name: string) {
  return name === ours ? '' : (/[\p{L}\p{N}\p{P}\p{S}]/u.exec(name)?.[0] ?? '');
}

/** Address of the seal as an SVG; the default one is in the public folder. */
export function sealUrl(name: string) {
  const character = sealCharacter(name);
  return character === '' ? '/favicon.svg' : `/icons/seal.svg?v=${iconDrawing}-${codeOf(character)}`;
}

/** Reads the character from the `v` of a seal's address; undefined if malformed. */
export function characterOfSeal(version: string) {
  const code = /^\d-([0-9a-f]{2,5})$/.exec(version)?.[1];
  const character = code === undefined ? '' : String.fromCodePoint(Number.parseInt(code, 16));
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? character : undefined;
}

/** Cache key of a set of icons: rendering version, and the logo's content or the seal's character. */
export function iconVersion({ name, logo }: Brand) {
  const file = logo.slice(logo.lastIndexOf('/') + 1);
  const content = /^[0-9a-f]{12}/.exec(file)?.[0] ?? codeOf(sealCharacter(name));
  return content ? `${iconDrawing}-${content}` : String(iconDrawing);
}

/** Immutable address of an icon. */
export function iconUrl(name: '48' | '192' | '512' | 'maskable-512' | 'apple-touch', brand: Brand) {
  return `/icons/${name}.png?v=${iconVersion(brand)}`;
}

function codeOf(character: string) {
  return character.codePointAt(0)?.toString(16) ?? '';
}
