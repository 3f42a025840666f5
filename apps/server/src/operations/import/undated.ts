import { fileName } from '../../content/markdown-files/old-addresses.ts';
import { chinaDay } from '../../platform/dates.ts';

/** Milliseconds a number may move an article within its day. */
const most = 86_399_999;

type Undated = { key: string; title: string; modifiedAt: number; committedAt: number | undefined };

/**
 * When an article without a date was written: when git first saw it, else the time of its file, which a checkout gives
 * to all of them alike. Among those of one time, or one day of files, a number in the name or title is the order.
 */
export function dateUndated({ key, title, modifiedAt, committedAt }: Undated): { date: number; warning: string } {
  const number = numberIn(fileName(key)) ?? numberIn(title);
  const ordered =
    number === undefined ? '' : `，先后照${numberIn(fileName(key)) === undefined ? '标题' : '文件名'}里的数字`;
  if (committedAt !== undefined)
    return { date: committedAt + (number ?? 0), warning: `没有写日期，用了 git 里第一次提交的时间${ordered}` };
  const day = Date.parse(`${chinaDay(modifiedAt)}T00:00:00+08:00`);
  return {
    date: number === undefined ? modifiedAt : day + number,
    warning: `没有写日期，用了文件的时间${ordered}`,
  };
}

function numberIn(text: string) {
  const digits = /\d{1,8}/.exec(text)?.[0];
  return digits === undefined ? undefined : Math.min(Number(digits), most);
}
