/** Raise it when our seal or how icons are drawn changes: they are cached for ever under their address. */
export const iconDrawing = 1;

/** What tells one set of icons from another: how they are drawn, and the content of the owner's logo. */
export function iconVersion(logo: string) {
  const content = /([0-9a-f]{12})[0-9a-f]*\.\w+$/.exec(logo)?.[1];
  return content ? `${iconDrawing}-${content}` : String(iconDrawing);
}

/** An address whose bytes never change. */
export function iconUrl(name: '48' | '192' | '512' | 'maskable-512' | 'apple-touch', logo: string) {
  return `/icons/${name}.png?v=${iconVersion(logo)}`;
}
