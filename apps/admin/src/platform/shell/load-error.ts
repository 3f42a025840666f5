import { isFailure } from '@mojian/contract/platform/failures';

export type LoadError = { title: string; text: string; help: 'log-in' | 'leave' | 'go-on' | 'reload' };

/** Messages of the browsers for a chunk that could not be loaded. */
const scriptMissing = /dynamically imported module|importing a module script|unable to preload/i;

const signedOut: LoadError = {
  title: '请先登录',
  text: '后台与站点用同一个账号。登录之后，会回到这一页。',
  help: 'log-in',
};
const notAllowed: LoadError = { title: '没有权限', text: '这个账号不能看这一页。', help: 'leave' };
const offline: LoadError = { title: '没有连上站点', text: '请检查网络后重试。', help: 'reload' };
const outdated: LoadError = {
  title: '后台换了新版本',
  text: '打开的这一份已经旧了，重新载入即可继续使用。',
  help: 'reload',
};

export function describeLoadError(error: unknown, isOnline: boolean): LoadError {
  if (isFailure(error) && error.id === 'signed-out') return signedOut;
  if (isFailure(error) && error.id === 'not-allowed') return notAllowed;
  if (!isOnline) return offline;
  if (error instanceof Error && scriptMissing.test(error.message)) return outdated;
  if (isFailure(error) && error.id === 'not-found')
    return { title: '没有找到', text: `${error.message}。`, help: 'go-on' };
  return {
    title: '这一页没有打开',
    text: isFailure(error) ? `${error.message}。` : '出了点问题，请重试。',
    help: 'reload',
  };
}
