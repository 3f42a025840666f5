import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openBrowser } from '../e2e/browser.ts';

/** Visible content of an article. */
type Seen = { text: string; headings: string[]; links: string[]; pictures: number; code: string[]; cells: string[] };

const usage = 'npm run bench -- moved <旧站> <新站> <旧站正文的选择器> <网址清单文件>';

/**
 * Opens articles on the old site and, by the same address, on the new one, and prints what differs: text, headings,
 * links, pictures, code and tables. The first 20 addresses of the list are compared, all are asked for.
 */
export async function compareMoved([oldSite, newSite, selector, list]: string[]) {
  if (!oldSite || !newSite || !selector || !list) throw new Error(usage);
  const paths = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const lost = [];
  for (const path of paths) {
    const { status } = await fetch(newSite + path);
    if (status !== 200) lost.push(`${status} ${path}`);
  }
  console.log(`${paths.length} 个旧网址，${paths.length - lost.length} 个都到得了`);
  for (const one of lost.slice(0, 50)) console.log(`  ✗ ${one}`);

  const browser = await openBrowser();
  try {
    const [before, after] = [await browser.newPage(), await browser.newPage()];
    for (const path of paths.slice(0, 20)) {
      const [one, other] = [await look(before, oldSite + path, selector), await look(after, newSite + path, '.prose')];
      const differences = differencesOf(one, other);
      console.log(`${differences.length === 0 ? '✓' : '✗'} ${path}`);
      for (const line of differences) console.log(`    ${line}`);
    }
  } finally {
    await browser.close();
  }
}

async function look(page: Page, url: string, selector: string): Promise<Seen> {
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate((root) => {
    const [body] = document.querySelectorAll<HTMLElement>(root);
    const all = (which: string) => [...(body?.querySelectorAll<HTMLElement>(which) ?? [])];
    const words = (element: HTMLElement) => element.innerText.replace(/\s+/g, ' ').trim();
    return {
      text: body ? words(body) : '',
      headings: all('h1, h2, h3, h4, h5, h6').map(words),
      links: all('a[href]').map((link) => link.getAttribute('href') ?? ''),
      pictures: all('img').length,
      code: all('pre').map((element) => element.innerText.trim()),
      cells: all('td, th').map(words),
    };
  }, selector);
}

/** Punctuation that one of the sites adds, and space, do not count. */
function plain(text: string) {
  return text.replace(/[\s#¶“”"'‘’…—–-]/g, '');
}

function differencesOf(one: Seen, other: Seen) {
  const lists = (['headings', 'code', 'cells'] as const).flatMap((name) => {
    const [before, after] = [one[name].map(plain), other[name].map(plain)];
    return before.join('\n') === after.join('\n') ? [] : [`${name}：${summary(one[name])} → ${summary(other[name])}`];
  });
  const numbers = (['pictures', 'links'] as const).flatMap((name) => {
    const count = (seen: Seen) => (name === 'pictures' ? seen.pictures : seen.links.length);
    return count(one) === count(other) ? [] : [`${name}：${count(one)} → ${count(other)}`];
  });
  return [...textDifference(one.text, other.text), ...lists, ...numbers];
}

function summary(list: string[]) {
  return `${list.length} 个（${list.join(' | ').slice(0, 80)}）`;
}

/** The first place where the texts part. */
function textDifference(one: string, other: string) {
  const [before, after] = [plain(one), plain(other)];
  if (before === after) return [];
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 10), at + 30);
  return [`文字 ${before.length} → ${after.length} 字，从「${around(before)}」与「${around(after)}」起不同`];
}
