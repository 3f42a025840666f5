import { escapeHtml } from '@mojian/markdown/text';
import { LRUCache } from 'lru-cache';
import { type PlainPage, plainPage } from './plain-page.ts';

/** Pages as they are, since making one reads files: of a site under attack thousands are sent. */
const pages = new LRUCache<string, PlainPage>({ max: 20 });

/** Page for people whose page is not rendered now. Their browser asks again by itself, each after another pause. */
export function busyPage(siteName: string, message: string): PlainPage & { refresh: string } {
  const key = `${siteName}\n${message}`;
  const page = pages.get(key) ?? makePage(siteName, message);
  pages.set(key, page);
  return { ...page, refresh: String(8 + Math.floor(Math.random() * 12)) };
}

function makePage(siteName: string, message: string) {
  const links = '<nav><a class="btn" href="">重试</a><a class="btn" href="/">回首页</a></nav>';
  const inner = `<p>${escapeHtml(message)}。这一页会自己再试，不用一直刷新。</p>${links}`;
  return plainPage({ siteName, title: '请稍等一会儿', inner });
}
