import { directionKey } from '../../../../storage/look-keys.ts';

/** Runs where the book begins in its page, so that the first paint already has the reader's lines. */
export const directionScript = `try{if(localStorage.getItem('${directionKey}')==='vertical')document.documentElement.dataset.vertical=''}catch{}`;

/** Direction of the lines, and whether the reader may choose it. */
export type Direction = { mayTurn: boolean; vertical: boolean; set: (vertical: boolean) => void };

/** Whether a text may be set in vertical lines: code, tables, formulas and frames lie. */
export const maySetVertically = (html: string) =>
  !/<(?:pre|table|math|iframe|video|audio)\b|class="(?:code|tbl|math|diagram)\b/.test(html);

/** Whether books are set in vertical lines; a page reached without a request has not run the script above. */
export function isVertical() {
  const { dataset } = document.documentElement;
  try {
    if (localStorage.getItem(directionKey) === 'vertical') dataset.vertical = '';
  } catch {
    // storage is blocked: as this page has it
  }
  return dataset.vertical !== undefined;
}

export function setVertical(vertical: boolean) {
  const { dataset } = document.documentElement;
  if (vertical) dataset.vertical = '';
  else delete dataset.vertical;
  try {
    localStorage.setItem(directionKey, vertical ? 'vertical' : 'horizontal');
  } catch {
    // storage is blocked: for this page only
  }
}

/** Marks numbers of one or two digits, which stand upright in a vertical line. */
export const markShortNumbers = (html: string) =>
  html.replace(/>[^<]+/g, (words) =>
    words.replace(/(?<![\w#.,:/-])\d{1,2}(?![\w.,:;%/-])/g, '<span class="book-digits">$&</span>'),
  );
