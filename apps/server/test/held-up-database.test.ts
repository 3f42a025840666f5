import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { start } from '../../../e2e/site.ts';
import { serve } from './served.ts';

type Served = Awaited<ReturnType<typeof serve>>;
let served: Served | undefined;
afterEach(() => served?.end());

/** Writes something as a member: a line of the profile. */
const write = ({ ask, memberToken }: Served, text: string, line: 'intro' | 'place' = 'intro') =>
  ask('/v1/user/', {
    method: 'PUT',
    headers: { authorization: memberToken, 'content-type': 'application/json' },
    body: JSON.stringify({ [line]: text }),
  });

test('a program that holds the file holds up no reader, and a write is told to come again', async () => {
  served = await serve();
  const { ask, dataDir } = served;
  const other = new DatabaseSync(join(dataDir, 'mojian.db'));
  other.exec('begin immediate');
  let isAnswered = false;
  const writes = Promise.all(['一', '二', '三'].map((text) => write(served as Served, text)));
  void writes.then(() => (isAnswered = true));

  for (const path of ['/healthz', '/', '/v1/user/info?userId=1', '/readyz'])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect(isAnswered).toBe(false);
  for (const { status, headers, text } of await writes) {
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(JSON.parse(text)).toMatchObject({ message: '数据库正被别的程序占着，没有保存，请稍后再试' });
  }

  const late = write(served, '四');
  expect((await ask('/healthz')).status).toBe(200);
  other.exec('rollback');
  other.close();
  expect((await late).status).toBe(200);
});

test('after a sync that failed the site ends and says so, and starts again with all it acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-sync-'));
  const file = join(folder, 'fail');
  const script = pathToFileURL(resolve(import.meta.dirname, 'fail-sync.js')).href;
  served = await serve({ FAIL_SYNC: file, NODE_OPTIONS: `--import=${script}` });
  expect((await write(served, '停电前')).status).toBe(200);
  writeFileSync(file, '');
  const refused = await write(served, '没写上', 'place');
  expect([refused.status, existsSync(file)]).toEqual([503, false]);
  await served.says('数据库的日志没有写到磁盘上：EIO');
  expect(await served.ended).toBe(1);

  const again = await start({ DATA_DIR: served.dataDir, SAMPLE_CONTENT: '0' });
  expect(await (await fetch(`${again.url}/v1/user/info?userId=1`)).text()).toContain('停电前');
  await again.stop();
  rmSync(folder, { recursive: true });
});
