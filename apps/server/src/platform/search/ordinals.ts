const digitsOf = '零一二三四五六七八九';
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** Number of an issue, a chapter, a time: 第300期, 第 300 期, 第三百期; the character after it belongs to it. */
const ordinals = /第 ?(?:(\d{1,4})(?!\d)|([〇零一二两三四五六七八九十百千]{1,9})) ?(\p{Script=Han})?/gu;

/** Ordinals of a folded text, as they stand in it. */
export function ordinalsOf(text: string) {
  if (!text.includes('第')) return [];
  return Array.from(text.matchAll(ordinals), ({ index, 0: hit, 1: digits, 2: numeral = '', 3: unit = '' }) => {
    return { index, text: hit, number: digits ? Number(digits) : readNumeral(numeral), isNumeral: !digits, unit };
  });
}

/** A folded text with its ordinals in digits and without blanks. */
export function inDigits(text: string) {
  let written = text;
  for (const { index, text: hit, number, unit } of ordinalsOf(text).reverse())
    written = `${written.slice(0, index)}第${number}${unit}${written.slice(index + hit.length)}`;
  return written;
}

function readNumeral(numeral: string) {
  let sum = 0;
  let digit = 0;
  let isAfterUnit = true;
  for (const character of numeral.replaceAll('〇', '零').replaceAll('两', '二')) {
    const unit = units[character];
    if (unit) sum += (digit || 1) * unit;
    digit = unit ? 0 : digitsOf.indexOf(character) + (isAfterUnit ? 0 : 10 * digit);
    isAfterUnit = unit !== undefined || digit === 0;
  }
  return sum + digit;
}

/** The ways to write a number up to 9,999 in Chinese: 三百, 三〇〇, 三零零. */
export function numeralsOf(number: number): string[] {
  const digits = Array.from(String(number), (digit) => digitsOf[Number(digit)]);
  const named = digits.map((digit, at) =>
    digit === '零' ? digit : digit + (['', '十', '百', '千'][digits.length - at - 1] ?? ''),
  );
  const whole = named
    .join('')
    .replace(/零+/g, '零')
    .replace(/(?<=.)零$/, '');
  const ways = [whole, whole.replace(/^一十/, '十'), whole.replace(/二(?=[百千])/g, '两'), digits.join('')];
  return [...new Set([...ways, digits.join('').replaceAll('零', '〇')])];
}
