import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Theme } from '@mojian/contract/platform/rules';
import { programFile } from '../../platform/program-files.ts';
import { type PlainPage, plainPage } from '../../platform/render/plain-page.ts';

const inner = (off: string[]) => `<p>读过的页面还在。写到一半的文章也都存在这台设备上，能连上的时候接着写。</p>
<ul data-off="${off.join(' ')}"></ul><p data-none hidden>还没有读过的页面。</p>
<nav aria-label="去处"><a class="btn" data-again href="/">重试</a><a class="btn" href="/">返回首页</a></nav>`;

/** Self-contained page shown offline for unread addresses. `off`: paths of switched-off features, not listed. */
export function makeOfflinePage(siteName: string, theme: Theme, off: string[], hasSeal: boolean): PlainPage {
  return plainPage({
    siteName,
    hasSeal,
    theme,
    title: '现在没有网络',
    inner: inner(off),
    script: readScript('list-cached.js'),
  });
}

export type Worker = { script: string; etag: string };

/**
 * Names its caches after its own source, so that they outlive releases; the offline page's hash makes browsers update
 * the worker with it.
 */
export function makeWorker({ html }: PlainPage): Worker {
  const text = readScript('offline.js');
  return withTag(`${text.replace('__VERSION__', hashOf(text))}// offline page ${hashOf(html)}\n`);
}

export const remover = withTag(readScript('remove-offline.js'));

function readScript(name: string) {
  return readFileSync(programFile(`apps/server/src/pages/install/browser/${name}`), 'utf8');
}

function withTag(script: string): Worker {
  return { script, etag: `"${hashOf(script)}"` };
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10);
}
