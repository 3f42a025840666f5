import type { ArticleInfo } from '@mojian/contract/content/articles';
import { isFailure } from '@mojian/contract/platform/failures';
import { readToken } from '../../../session.ts';
import { toast } from '../../../ui/toast.ts';
import type { ArticleCalls } from './article-calls.ts';
import { keepKey, keyFor } from './keys.ts';
import { reveal } from './reveal.tsx';

type Given = { article: ArticleInfo; calls: ArticleCalls };

/** Whether this browser has anything that may open the article. */
export function mayOpen({ id }: ArticleInfo) {
  return Boolean(readToken() || keyFor(id));
}

/** Asks for the text as this reader, and puts the whole in place of the opening if it may be read. Says whether it may. */
export async function tryToOpen({ article, calls }: Given, asked = true) {
  const key = keyFor(article.id);
  const whole = await calls.reading.info({ query: { id: article.id, ...(key && { key }) } }).catch(() => undefined);
  if (!whole || whole.locked) return false;
  reveal(whole, asked);
  return true;
}

/** A code of the official account was put in: what is wrong with it is said below the field. */
export async function openByCode(form: HTMLFormElement, given: Given) {
  const field = form.querySelector('input');
  if (!field || form.ariaBusy) return;
  const code = field.value.normalize('NFKC').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return complain(form, '验证码是 6 位数字');
  form.ariaBusy = 'true';
  complain(form, '');
  try {
    const { key } = await given.calls.reading.checkCode({ query: { id: given.article.id, code } });
    if (key) keepKey(given.article.id, key);
    if (!(await tryToOpen(given))) toast('error', '已解锁，但正文加载失败，请刷新页面');
  } catch (error) {
    const isOpen = isFailure(error) && error.id === 'already-done' && (await tryToOpen(given));
    if (!isOpen) complain(form, wordsFor(error));
  } finally {
    form.ariaBusy = null;
  }
}

function wordsFor(error: unknown) {
  if (!isFailure(error)) return '操作失败，请重试';
  return error.id === 'wrong-code' ? '验证码不对或已经用过了，请重新获取' : error.message;
}

function complain(form: HTMLFormElement, words: string) {
  const place = form.querySelector('.err');
  if (place) place.textContent = words;
  const field = form.querySelector('input');
  if (!field) return;
  field.ariaInvalid = String(words !== '');
  if (words) field.select();
}
