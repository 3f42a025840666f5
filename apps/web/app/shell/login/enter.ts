import type { SignedIn } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Feature } from '@mojian/contract/platform/features';
import { httpApi } from '../../api/http-api.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { keepReturnPath } from '../../session/return-path.ts';
import { keepSession } from '../../session/session.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Ends every way to log in: keeps the session and reloads the page as the member's. A screen with unsaved work prevents
 * the reload: it cancels `mojian:entered`.
 */
export function enter(member: SignedIn, words = member.restored ? '登录成功，账号已恢复，不再注销' : '登录成功') {
  keepSession(member);
  if (!dispatchEvent(new Event('mojian:entered', { cancelable: true }))) return toast('success', words);
  sayAfterReload('success', words);
  location.reload();
}

/** Leaves for the login provider. Refusals have been shown by the call. */
export async function goToProvider(type: number) {
  try {
    const address = await httpApi.social.render({ params: { type: String(type) } });
    keepReturnPath();
    location.assign(address);
  } catch (cause) {
    console.warn('没有去成', cause);
  }
}

export type LoginViewName = 'login' | 'register' | 'forgot' | 'wechat';

type View = { title: string; line: string };

/** Heading and text of each view, by what this site supports. */
export function viewOf(name: LoginViewName, { features, registration: { mode }, canMail }: SiteInfo): View {
  if (name === 'login') return { title: '登录', line: `登录后可以${gainsOf(features)}` };
  if (name === 'register' && mode === 'review')
    return { title: '申请注册', line: '站长通过之后，就能用邮箱和密码登录' };
  if (name === 'register') return { title: '注册', line: '取个名字，以后好称呼' };
  if (name === 'forgot')
    return { title: '找回密码', line: canMail ? '验证码五分钟内有效，只用一次' : '本站还不能寄信，请联系站长' };
  return { title: '微信登录', line: '扫码关注公众号，回复下面这串字' };
}

function gainsOf(features: Feature[]) {
  const gains = [
    features.includes('comments') && '评论',
    '投稿',
    features.includes('group') && '进聊天室',
    !features.includes('group') && features.includes('privateChat') && '私聊',
  ];
  return gains.filter(Boolean).join('、');
}

/** The invitation code of the address, `/?invite=CODE`, or ''. */
export function invitationIn({ search }: Pick<Location, 'search'>) {
  return new URLSearchParams(search).get('invite')?.trim().slice(0, 40).toUpperCase() ?? '';
}
