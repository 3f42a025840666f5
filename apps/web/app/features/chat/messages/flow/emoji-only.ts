const emoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u;
const most = 6;

/** How many emoji a text is, where it is nothing else and they are few; otherwise 0. */
export function emojiCount(text: string): number {
  const written = text.replace(/\s/g, '');
  if (written === '' || written.length > most * 16) return 0;
  const signs = Array.from(new Intl.Segmenter('zh').segment(written), ({ segment }) => segment);
  return signs.length <= most && signs.every((sign) => emoji.test(sign)) ? signs.length : 0;
}
