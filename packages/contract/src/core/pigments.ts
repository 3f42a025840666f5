/** Pigments of drawn covers, in the order in which categories take them: 素 青 瓷 赭 藕 夜 苔 黛. */
export const pigments = ['plain', 'azure', 'celadon', 'ochre', 'lotus', 'dusk', 'moss', 'indigo'] as const;

export type Pigment = (typeof pigments)[number];

/** Chinese name and character of a pigment. */
export const pigmentWords: Record<Pigment, string> = {
  plain: '素',
  azure: '青',
  celadon: '瓷',
  ochre: '赭',
  lotus: '藕',
  dusk: '夜',
  moss: '苔',
  indigo: '黛',
};

/** Kinds of covers that are drawn for a category: paintings, or one character of the title. */
export const coverStyles = ['painting', 'character'] as const;

export type CoverStyle = (typeof coverStyles)[number];

export const coverStyleWords: Record<CoverStyle, string> = { painting: '画', character: '大字' };
