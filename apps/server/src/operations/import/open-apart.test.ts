import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Item } from '@mojian/importers/form';
import { expect, test } from 'vitest';
import { writeSource } from '../../../../../packages/importers/test/write-source.ts';
import { wordpressFile } from '../../../test/wordpress-file.ts';
import { openApart } from './open-apart.ts';

/** Ids of the processes that read files for this one. */
function readingProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) \S/, ''))?.[1];
        return Number(parent) === process.pid && /reading-worker/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      } catch {
        return false; // ended meanwhile
      }
    })
    .map(Number);
}

async function readAll(path: string, each: (count: number) => void = () => {}) {
  const opened = await openApart(path, dirname(path));
  const items: Item[] = [];
  try {
    for await (const item of opened.reader.read(opened.source)) each(items.push(item));
  } finally {
    await opened.close();
  }
  return items;
}

test.skipIf(process.platform !== 'linux')(
  'a process that the system kills is followed by one that goes on',
  { timeout: 120_000 },
  async () => {
    let content = '';
    for await (const piece of wordpressFile({ articles: 100, commentsEach: 2, paragraphs: 1 })) content += piece;
    const { path } = await writeSource(content);
    const whole = await readAll(path);
    expect(whole.length).toBeGreaterThan(300);
    const killed = await readAll(path, (count) => {
      if (count === 250) for (const pid of readingProcesses()) process.kill(pid, 'SIGKILL');
    });
    expect(killed).toEqual(whole);
  },
);

test('a comment with the User-Agent of its author comes with the name of the device', async () => {
  const agent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/93.0.4577.82';
  const comment = {
    _id: '60b8',
    nick: '阿明',
    comment: '<p>你好</p>',
    ua: agent,
    created: 1_622_700_000_000,
    url: '/a',
  };
  const { path } = await writeSource(JSON.stringify([comment]), 'comments.json');
  const comments = (await readAll(path)).filter(({ kind }) => kind === 'comment');
  expect(comments).toMatchObject([{ device: 'Chrome · macOS', agent: undefined }]);
});
