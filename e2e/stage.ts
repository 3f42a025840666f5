import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser, openPage as openPageOf } from './browser.ts';
import { type Site, start, startSite } from './site.ts';

type Env = Record<string, string>;
type Opened = Awaited<ReturnType<typeof openPageOf>>;

/** The site that the tests of a file share, from before the first to after the last. */
export function openSite(env: Env = {}) {
  const site = {} as Site;
  beforeAll(async () => void Object.assign(site, await startSite(env)));
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return saveDatabase(site);
    await site.kill();
    restoreDatabase(site);
    await startAgain();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(`站点说过：\n${site.output()}`);
  });
  afterAll(() => site.remove());

  /** Once it was stopped or killed: the same site at the same address. */
  async function startAgain(more: Env = {}) {
    const { port } = new URL(site.url);
    Object.assign(site, await start({ ...env, ...more, DATA_DIR: site.dataDir, PORT: port }));
  }
  return { site, startAgain };
}

/** Copies the database before a test: a second try begins from there, as the first has left its traces. */
function saveDatabase({ dataDir }: Site) {
  const file = join(dataDir, 'mojian.db');
  if (!existsSync(file)) return; // on PostgreSQL
  const copy = copyOf(file);
  rmSync(copy, { force: true });
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec(`vacuum into '${copy}'`);
  db.close();
}

function restoreDatabase({ dataDir }: Site) {
  const file = join(dataDir, 'mojian.db');
  if (!existsSync(copyOf(file))) return;
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
  copyFileSync(copyOf(file), file);
}

const copyOf = (file: string) => `${file}.before`;

/**
 * As `openSite`, with a browser that all tests share. What a test opened is closed after it; what was opened before the
 * tests stays for all.
 */
export function openStage(env: Env = {}) {
  const stage = openSite(env);
  let browser: Browser;
  const opened: Opened[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(() => void opened.splice(0));
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  afterAll(() => browser.close());

  /** A window of somebody's own; on another site with its `baseURL`. */
  async function openPage(options: BrowserContextOptions = {}) {
    const page = await openPageOf(browser, options.baseURL ? { url: options.baseURL } : stage.site, options);
    opened.push(page);
    return page;
  }
  return { ...stage, openPage };
}
