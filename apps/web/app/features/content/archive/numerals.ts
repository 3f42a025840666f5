const digits = '〇一二三四五六七八九';
const units = [
  [1e8, '亿'],
  [1e4, '万'],
  [1000, '千'],
  [100, '百'],
  [10, '十'],
] as const;

/** A whole number from 0 as people write it: 223 → 二百二十三, 10 → 十, 10 020 → 一万零二十. */
export function numeral(number: number): string {
  return spell(number).replace(/^一十/, '十');
}

/** A number before a measure word, where 2 is 两: 两年, 两篇, 两千. */
export function counted(number: number): string {
  return numeral(number).replace(/^二$|(?<![十零])二(?=[千万亿])/g, '两');
}

/** A year digit by digit: 2026 → 二〇二六. */
export function yearNumeral(year: number): string {
  return String(year).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

function spell(number: number): string {
  const unit = units.find(([size]) => number >= size);
  if (!unit) return number === 0 ? '零' : (digits[number] ?? '');
  const [size, name] = unit;
  const rest = number % size;
  const gap = rest > 0 && rest < size / 10 ? '零' : '';
  return spell(Math.floor(number / size)) + name + gap + (rest > 0 ? spell(rest) : '');
}
