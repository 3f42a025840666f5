import { escapeHtml } from '@mojian/markdown/text';
import { LRUCache } from 'lru-cache';
import { type PlainPage, plainPage } from './plain-page.ts';

/** Cached by text, since building a page reads files and a site under attack sends thousands. */
const pages = new LRUCache<string, PlainPage>({ max: 20 });

/** Page sent instead of one that cannot be rendered now. It reloads itself after a random pause. */
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
