import { runCommand } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { createSearch } from '../../platform/search/search.ts';
import { listWaiting, runDecision, usage } from './review.ts';

/** npm run review: lists pending items or decides one; a running site shows it at once. */
await runCommand({ usage, words: [0, Number.POSITIVE_INFINITY] }, async ({ words }) => {
  const { databaseUrl, siteUrl } = readConfig(process.env);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialectOf(databaseUrl));
    if (words.length > 0) {
      await runDecision({ db, search: createSearch(dialectOf(databaseUrl)), siteUrl }, words);
      process.stdout.write('完成。\n');
    } else print(await listWaiting(db));
  } finally {
    await db.destroy();
  }
});

function print(waiting: string[][]) {
  if (waiting.length === 0) process.stdout.write('没有等待审核的。\n');
  for (const [heading = '', ...lines] of waiting)
    process.stdout.write(`${printable(heading)}\n${lines.map((line) => `    ${printable(line)}\n`).join('')}`);
}

/** Strangers' texts must not control the terminal. */
function printable(text: string) {
  return text.replaceAll('\n', ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '');
}
