/** Raise it when our seal or how icons are drawn changes: they are cached for ever under their address. */
export const iconDrawing = 1;

/** Source of the site's icons: the owner's logo, or the seal of its name. */
export type Brand = { name: string; logo: string };

/** The name of a site that has been given no other: our own seal is cut for it. */
const ours = '墨笺';

/** The one character a seal shows for the site, '' where our own seal does. */
export function sealCharacter(name: string) {
  return name === ours ? '' : (/[\p{L}\p{N}\p{P}\p{S}]/u.exec(name)?.[0] ?? '');
}

/** The address of the seal cut from the site's name, as a drawing sharp at every size. Ours stands in the public folder. */
export function sealUrl(name: string) {
  const character = sealCharacter(name);
  return character === '' ? '/favicon.svg' : `/icons/seal.svg?v=${iconDrawing}-${codeOf(character)}`;
}

/** The character that the address of a seal asks for by its `v`; undefined where it asks for none. */
export function characterOfSeal(version: string) {
  const code = /^\d-([0-9a-f]{2,5})$/.exec(version)?.[1];
  const character = code === undefined ? '' : String.fromCodePoint(Number.parseInt(code, 16));
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? character : undefined;
}

/** Cache key of a set of icons: drawing version, and the logo's content or the seal's character. */
export function iconVersion({ name, logo }: Brand) {
  const file = logo.slice(logo.lastIndexOf('/') + 1);
  const content = /^[0-9a-f]{12}/.exec(file)?.[0] ?? codeOf(sealCharacter(name));
  return content ? `${iconDrawing}-${content}` : String(iconDrawing);
}

/** An address whose bytes never change. */
export function iconUrl(name: '48' | '192' | '512' | 'maskable-512' | 'apple-touch', brand: Brand) {
  return `/icons/${name}.png?v=${iconVersion(brand)}`;
}

function codeOf(character: string) {
  return character.codePointAt(0)?.toString(16) ?? '';
}
