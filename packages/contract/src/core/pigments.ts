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
