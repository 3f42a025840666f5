import type { ArticleInfo } from '@mojian/contract/content/articles';
import { isFailure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { listenLive } from '../../../live/live.ts';
import { watchUser } from '../../../session/session.ts';
import { readToken } from '../../../session/token.ts';
import { toast } from '../../../ui/toast.ts';
import type { ArticleCalls } from './acts.ts';
import { allowsDropCap, areNumbered, Contents } from './article-body.tsx';

type UnlockContext = { page: HTMLElement; article: ArticleInfo; calls: ArticleCalls };

/** Milliseconds within which readers who wait for a comment look, however many come. */
const breath = 1500;

/** Unlocks the article in place after a comment, like, code or login. */
export function watchUnlock(context: UnlockContext, ending: AbortSignal) {
  const { page, article } = context;
  const open = new AbortController();
  const signal = AbortSignal.any([ending, open.signal]);
  if (signal.aborted) return;
  const look = (isDeliberate = true) => canUnlock(article) && void tryUnlock(context, isDeliberate);
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.opens !== 'code') return;
    event.preventDefault();
    void unlockByCode(form, context);
  };
  page.addEventListener('submit', onSubmit, { signal });
  page.addEventListener('mojian:like', () => look(), { signal });
  page.addEventListener(revealed, () => open.abort(), { signal });
  signal.addEventListener(
    'abort',
    watchUser(() => look()),
  );
  if (article.readType === readTypes.afterComment) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, Math.random() * breath);
    };
    const stop = listenLive([`article:${article.id}`], ({ type }) => {
      if (type === 'comment' || type === 'resumed') lookSoon();
    });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      stop();
    });
  }
  look(false);
}

function canUnlock({ id }: ArticleInfo) {
  return Boolean(readToken() || keyFor(id));
}

/** Requests the full text and shows it if allowed. Resolves to whether it was. */
async function tryUnlock({ page, article, calls }: UnlockContext, isDeliberate = true) {
  const key = keyFor(article.id);
  const whole = await calls.reading.info({ query: { id: article.id, ...(key && { key }) } }).catch(() => undefined);
  if (!whole || whole.locked) return false;
  reveal(page, whole, isDeliberate);
  return true;
}

/** Unlocks with a code of the official account; shows errors below the field. */
async function unlockByCode(form: HTMLFormElement, context: UnlockContext) {
  const field = form.querySelector('input');
  if (!field || form.ariaBusy) return;
  const code = field.value.normalize('NFKC').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return complain(form, '验证码是 6 位数字');
  form.ariaBusy = 'true';
  complain(form, '');
  try {
    const { key } = await context.calls.reading.checkCode({ query: { id: context.article.id, code } });
    if (key) keepKey(context.article.id, key);
    if (!(await tryUnlock(context))) toast('error', '已解锁，但正文加载失败，请刷新页面');
  } catch (error) {
    const isOpen = isFailure(error) && error.id === 'already-done' && (await tryUnlock(context));
    if (!isOpen) complain(form, codeError(error));
  } finally {
    form.ariaBusy = null;
  }
}

function codeError(error: unknown) {
  if (!isFailure(error)) return '操作失败，请重试';
  return error.id === 'wrong-code' ? '验证码不对或已经用过了，请重新获取' : error.message;
}

function complain(form: HTMLFormElement, words: string) {
  const place = form.querySelector('.error');
  if (place) place.textContent = words;
  const field = form.querySelector('input');
  if (!field) return;
  field.ariaInvalid = String(words !== '');
  if (words) field.select();
}

/** Event dispatched with the full article once it is shown. */
const revealed = 'mojian:revealed';

/**
 * Replaces the opening with the full text, keeping the scroll position. After a deliberate unlock, moves the
 * focus to the new text.
 */
function reveal(page: HTMLElement, whole: ArticleInfo, isDeliberate: boolean) {
  const { html, headings } = whole;
  const body = page.querySelector<HTMLElement>('.prose.prose-sealed');
  if (!body) return;
  const from = body.children.length - 1;
  body.innerHTML = html;
  body.className = allowsDropCap(html) ? 'prose prose-capped' : 'prose';
  body.toggleAttribute('data-numbered', areNumbered(headings));
  // hidden, not removed: after client navigation React owns them
  hide(page, '.article-gate, .article-head .how', true);
  hide(page, '.article-thanks', false);
  if (headings.length > 0) showContents(page, headings);
  if (isDeliberate) showNew(body, from);
  page.dispatchEvent(new CustomEvent(revealed, { detail: whole }));
}

function showContents(page: HTMLElement, headings: ArticleInfo['headings']) {
  for (const list of page.querySelectorAll('.article-contents')) {
    const place = document.createElement('div');
    place.className = 'contents-place';
    list.replaceWith(place);
    flushSync(() => createRoot(place).render(<Contents headings={headings} />));
  }
  hide(page, '.article-toc-fold, .article-toc .vertical, .article-dock [data-do="contents"]', false);
}

function hide(page: HTMLElement, selector: string, hidden: boolean) {
  for (const element of page.querySelectorAll<HTMLElement>(selector)) element.hidden = hidden;
}

/** Focus and screen reader continue where the text was cut; the new part fades in. */
function showNew(body: HTMLElement, from: number) {
  const added = [...body.children].slice(Math.max(0, from)) as HTMLElement[];
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
type Keys = Map<string, string>;

/** Key by which a visitor unlocked an article in this browser. */
function keyFor(articleId: number): string | undefined {
  const key = read().get(`${articleId}`);
  return typeof key === 'string' ? key : undefined;
}

function keepKey(articleId: number, key: string) {
  const keys = read();
  keys.delete(`${articleId}`);
  keys.set(`${articleId}`, key);
  try {
    localStorage.setItem(name, JSON.stringify([...keys].slice(-most)));
  } catch {
    // blocked storage: unlocked for this page only
    unkept.set(`${articleId}`, key);
  }
}

const unkept: Keys = new Map();

function read(): Keys {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? '[]');
    // an object up to version 0.2
    return new Map([...(Array.isArray(stored) ? stored : Object.entries(stored)), ...unkept]);
  } catch {
    return new Map(unkept);
  }
}
