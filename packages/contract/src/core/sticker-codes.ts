/** Characters of the name of a pack, and of a sticker. */
export const longestPackName = 8;
export const longestStickerName = 12;
/** Stickers of one pack, and packs of a site. */
export const mostStickers = 200;
export const mostPacks = 20;
/** Stickers shown as pictures in one text; further ones are shown by their names. */
export const mostInText = 6;

/** Letters and digits of any script: neither breaks a code, and Markdown leaves them alone. The bounds are those above. */
const packName = /^[\p{L}\p{M}\p{N}]{1,8}$/u;
const stickerName = /^[\p{L}\p{M}\p{N}]{1,12}$/u;

export const isPackName = (text: string) => packName.test(text);
export const isStickerName = (text: string) => stickerName.test(text);

export type StickerName = { pack: string; name: string };

/** A sticker as it is written in a text: `:墨团_谢谢:`. */
export const stickerCode = ({ pack, name }: StickerName) => `:${pack}_${name}:`;

/** The words that stand for a sticker where no picture does: `[墨团·谢谢]`. */
export const stickerWords = ({ pack, name }: StickerName) => `[${pack}·${name}]`;

/** Matches a code, with pack and name. A Latin letter before it belongs to an address, as in `http:a_b:`. */
export const stickerCodes = () => /(?<![A-Za-z0-9_]):([\p{L}\p{M}\p{N}]{1,8})_([\p{L}\p{M}\p{N}]{1,12}):/gu;

/** A text in which stickers are named, for notices, titles and all that shows no pictures. */
export function withStickerWords(text: string) {
  if (!text.includes(':')) return text;
  return text.replace(stickerCodes(), (_, pack: string, name: string) => stickerWords({ pack, name }));
}

/** A text without its stickers, as search knows it. */
export function withoutStickers(text: string) {
  return text.includes(':') ? text.replace(stickerCodes(), ' ') : text;
}
