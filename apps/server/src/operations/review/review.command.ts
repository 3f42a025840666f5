import { defineCommand, printJson, WrongUse, withDatabase } from '../../platform/command-line.ts';
import { createSearch } from '../../platform/search/search.ts';
import { findWaiting, listWaiting, runDecision, syntax } from './review.ts';

export const command = defineCommand(
  {
    syntax,
    help: '运行中的站点立刻照办。',
    words: [0, Number.POSITIVE_INFINITY],
    flags: { json: 'plain' },
    firstWords: ['通过', '拒绝', '删除', '了结'],
  },
  ({ words, flags: { json } }) => {
    if (json && words.length > 0) throw new WrongUse('--json 只用来列出');
    return withDatabase(async ({ db, dialect, config: { siteUrl } }) => {
      if (json) return printJson(await findWaiting(db));
      if (words.length === 0) return print(await listWaiting(db));
      await runDecision({ db, search: createSearch(dialect), siteUrl }, words);
      process.stdout.write('完成。\n');
    });
  },
);

function print(waiting: string[][]) {
  if (waiting.length === 0) process.stdout.write('没有等待审核的。\n');
  for (const [heading = '', ...lines] of waiting)
    process.stdout.write(`${onOneLine(heading)}\n${lines.map((line) => `    ${onOneLine(line)}\n`).join('')}`);
}

/** Strangers' texts must not control the terminal. */
function onOneLine(text: string) {
  return text.replaceAll('\n', ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
}
