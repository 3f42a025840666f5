import { isFailure } from '@mojian/contract/platform/failures';
import { articleCodeSeconds, issueArticleCode } from '../../content/articles/unlocks.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { answerLoginCode } from './login-codes.ts';
import type { Message } from './message.ts';

const help = '回复网页上 DL 开头的登录码（如 DL123456），即可登录；\n回复「验证码」，得到阅读文章用的验证码。';
const welcome = `你来了，欢迎。\n${help}`;
const loggedIn =
  '登录成功，请回到网页继续。\n如果不是你自己要登录，请到个人中心的「登录中的设备」里，让那台设备退出登录。';
const overdue = '这个登录码已经用过，或者过期了。请在网页上刷新，再把新的登录码发来。';
const enough = '发得有点频繁了，请过十分钟再试。';

/** Codes of six digits can be guessed, by followers too. */
const allowed = { most: 20, seconds: 600 };

/** What a message is answered with, '' for nothing. */
export async function converse(trx: Trx, message: Message, greeting: string) {
  if (message.MsgType === 'event') return message.Event === 'subscribe' ? greeting || welcome : '';

  const said = message.MsgType === 'text' ? plain(message.Content ?? '') : '';
  const isLogin = /^DL\d{6}$/.test(said);
  const wanted = /^验证码([1-9]\d{0,8})?$/.exec(said);
  if (!isLogin && !wanted) return help;

  const openid = message.FromUserName;
  const { hits } = await addTry(trx, `wechat ${openid}`, allowed.seconds);
  if (hits > allowed.most) return enough;
  if (isLogin) return answerLogin(trx, said, openid);
  const code = await issueArticleCode(trx, openid, wanted?.[1] === undefined ? undefined : Number(wanted[1]));
  return `验证码：${code}\n${articleCodeSeconds / 60} 分钟内有效，只用一次。`;
}

/** Whoever would be a new member is told that none is taken at present; the code waits on. */
async function answerLogin(trx: Trx, code: string, openid: string) {
  try {
    const answered = await answerLoginCode(trx, code, openid);
    if (typeof answered === 'string') return answered;
    return answered ? loggedIn : overdue;
  } catch (error) {
    if (isFailure(error) && error.id === 'maintenance') return error.message;
    throw error;
  }
}

/** Words as they were meant: full-width letters, lower case, spaces and quotation marks make no difference. */
function plain(text: string) {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\p{P}\p{Cf}]/gu, '')
    .toUpperCase();
}
