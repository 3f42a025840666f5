import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { wordpressFile } from '../../../test/wordpress-file.ts';
import { writeSource } from '../../../test/write-source.ts';
import type { Item } from './form.ts';
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
