import { resolve } from 'node:path';
import { openBrowser } from '../../e2e/browser.ts';
import { buildWhenNeeded } from '../../scripts/build.js';
import { startFirst } from '../first-site.ts';
import { askAll, chooseArticles, crawl } from './addresses.ts';
import { compareArticles } from './compare.ts';
import { importFile } from './import-file.ts';
import { runningSite, startOldSite } from './old-sites.ts';

const usage = 'npm run bench -- moved wordpress|ghost <文件夹>，或 moved <旧站> <旧站正文的选择器> <导出的文件>';

/**
 * Moves a blog into a fresh site as its owner would, then asks for each of its old addresses and compares 20 articles
 * of both in a browser. `KEEP=1` leaves the new site running until Ctrl-C.
 */
export async function compareMoved([first = '', second = '', third = '']: string[]) {
  const isSystem = first === 'wordpress' || first === 'ghost';
  if (!second || (!isSystem && !third)) throw new Error(usage);
  buildWhenNeeded();
  const old = isSystem ? await startOldSite(first, resolve(second)) : runningSite([first, second, third]);
  const site = await startFirst({ SAMPLE_CONTENT: '0', TRUST_PROXY: '1' });
  try {
    await importFile(site, old.file);
    const paths = await crawl(old.url);
    await askAll(site.url, paths);
    const browser = await openBrowser();
    try {
      const articles = await chooseArticles(old.url, paths, 20);
      await compareArticles(browser, { old, newSite: site.url, articles });
    } finally {
      await browser.close();
    }
    if (process.env.KEEP) {
      console.log(`新站：${site.url}，按 Ctrl-C 结束`);
      await new Promise((done) => process.once('SIGINT', done));
    }
  } finally {
    await site.remove();
    old.stop();
  }
}
