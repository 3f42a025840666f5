import type { ArticleInfo } from '@mojian/contract/content/articles';
import { isFailure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { listenLive } from '../../../live/live.ts';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { toast } from '../../../ui/toast.ts';
import { allowsDropCap, areNumbered, Contents } from './article-body.tsx';
import { type ArticlePage, type ArticlePart, findPart, partElements } from './article-page.ts';

/** Time over which readers who wait for a comment spread their requests after one is published. */
const spreadMs = 1500;

/** Unlocks the article in place after a comment, like, code or login. */
export function watchUnlock(page: ArticlePage, onUnlocked: (whole: ArticleInfo) => void) {
  const { article, calls } = page;
  const open = new AbortController();
  const signal = AbortSignal.any([page.signal, open.signal]);
  if (signal.aborted) return;
  const look = async (isDeliberate = true) => {
    if (signal.aborted) return true;
    const key = keyFor(article.id);
    if (!readToken() && !key) return false;
    const whole = await calls.reading.info({ query: { id: article.id, ...(key && { key }) } }).catch(() => undefined);
    if (!whole || whole.locked) return false;
    if (signal.aborted) return true;
    open.abort();
    reveal(page.root, whole, isDeliberate);
    onUnlocked(whole);
    return true;
  };
  page.unlock = look;
  signal.addEventListener(
    'abort',
    watchUser(() => void look()),
  );
  if (article.readType === readTypes.afterComment) watchComments(article.id, look, signal);
  void look(false);
}

/** Looks after a comment, as it may be the reader's own, published only now. */
function watchComments(articleId: number, look: () => Promise<boolean>, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void look();
    }, Math.random() * spreadMs);
  };
  const stop = listenLive([`article:${articleId}`], ({ type }) => {
    if (type === 'comment' || type === 'resumed') lookSoon();
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}

const asking = new WeakSet<ArticlePage>();

/** Unlocks with a code of the official account, or the article's password; shows errors below the field. */
export async function unlockByCode(page: ArticlePage) {
  const field = findPart(page.root, 'code');
  if (!(field instanceof HTMLInputElement) || asking.has(page)) return;
  const complain = (words: string) => {
    for (const place of partElements(page.root, 'code-error')) place.textContent = words;
    field.ariaInvalid = String(words !== '');
    if (words) field.select();
  };
  const by = wayOf(page);
  const typed = by.read(field.value);
  if (typed === undefined) return complain(by.lack);
  asking.add(page);
  complain('');
  try {
    const { key } = await by.send(page, typed);
    if (key) keepKey(page.article.id, key);
    if (!(await page.unlock?.())) toast('error', '已解锁，但正文加载失败，请刷新页面');
  } catch (error) {
    const isOpen = isFailure(error) && error.id === 'already-done' && (await page.unlock?.());
    if (!isOpen) complain(by.refused(error));
  } finally {
    asking.delete(page);
  }
}

const wayOf = ({ article }: ArticlePage) => (article.readType === readTypes.withPassword ? byPassword : byCode);

/** Text typed into the field, and the call that takes it. */
type Way = {
  /** Undefined for what cannot be right. */
  read: (typed: string) => string | undefined;
  lack: string;
  send: (page: ArticlePage, typed: string) => Promise<{ key: string | null }>;
  refused: (error: unknown) => string;
};

const byCode: Way = {
  read(typed) {
    const code = typed.normalize('NFKC').replace(/\s/g, '');
    return /^\d{6}$/.test(code) ? code : undefined;
  },
  lack: '验证码是 6 位数字',
  send: ({ calls, article: { id } }, code) => calls.reading.checkCode({ query: { id, code } }),
  refused(error) {
    if (isFailure(error) && error.id === 'wrong-code') return '验证码不对或已经用过了，请重新获取';
    return byPassword.refused(error);
  },
};

const byPassword: Way = {
  read: (typed) => typed.trim() || undefined,
  lack: '请输入口令',
  send: ({ calls, article: { id } }, password) => calls.reading.unlock({ body: { id, password } }),
  refused: (error) => (isFailure(error) ? error.message : '操作失败，请重试'),
};

/**
 * Replaces the opening with the full text, keeping the scroll position. After a deliberate unlock, moves the
 * focus to the new text.
 */
function reveal(root: HTMLElement, { html, headings }: ArticleInfo, isDeliberate: boolean) {
  const text = findPart(root, 'text');
  if (!text) return;
  const from = text.children.length - 1;
  text.innerHTML = html;
  text.className = allowsDropCap(html) ? 'prose prose-capped' : 'prose';
  text.toggleAttribute('data-numbered', areNumbered(headings));
  // hidden, not removed: after client navigation React owns them
  hide(root, 'locked', true);
  hide(root, 'unlocked', false);
  if (headings.length > 0) showContents(root, headings);
  if (isDeliberate) showNew(text, from);
}

function showContents(root: HTMLElement, headings: ArticleInfo['headings']) {
  for (const list of partElements(root, 'contents')) {
    const place = document.createElement('div');
    place.className = 'contents-place';
    list.replaceWith(place);
    flushSync(() => createRoot(place).render(<Contents headings={headings} />));
  }
  hide(root, 'with-contents', false);
}

function hide(root: HTMLElement, name: ArticlePart, hidden: boolean) {
  for (const element of partElements(root, name)) element.hidden = hidden;
}

/** Focus and screen reader continue where the text was cut; the new part fades in. */
function showNew(text: HTMLElement, from: number) {
  const added = [...text.children].slice(Math.max(0, from)) as HTMLElement[];
  const [first] = added;
  if (!first) return;
  first.tabIndex = -1;
  first.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const element of added) element.animate({ opacity: [0, 1] }, { duration: 600, easing: 'ease-out' });
}

const name = 'articleKeys';
/** Number of stored keys; the one stored longest ago is dropped. */
const most = 200;

/** Keys by article id, the latest last. An object would sort them by id. */
type Keys = [articleId: string, key: string][];

/** Keys of this page, for where storage is blocked. */
const keysOfPage = new Map<string, string>();

/** Key by which a visitor unlocked an article in this browser. */
export function keyFor(articleId: number) {
  return keysOfPage.get(`${articleId}`) ?? storedKeys().get(`${articleId}`);
}

function keepKey(articleId: number, key: string) {
  keysOfPage.set(`${articleId}`, key);
  const keys = storedKeys();
  keys.delete(`${articleId}`);
  keys.set(`${articleId}`, key);
  writeStored('localStorage', name, [...keys].slice(-most));
}

function storedKeys() {
  const stored = readStored<Keys | Record<string, string>>('localStorage', name) ?? [];
  // an object up to version 0.2
  return new Map(Array.isArray(stored) ? stored : Object.entries(stored));
}
