/**
 * 1,284,306, and 12.3: decimals below a thousand only. Without `toLocaleString`, whose first call loads the number
 * formats of all locales: 20 ms of CPU in Node, and in a browser the longest task of a page's start.
 */
export function figures(value: number) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count of readers' acts: zero is not shown, by a text that keeps the height of its line. */
export function countText(value: number) {
  return value > 0 ? figures(value) : '\u200b';
}
