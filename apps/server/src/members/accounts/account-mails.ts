import { chinaDay } from '@mojian/contract/platform/time';
import { chinaTime } from '../../platform/dates.ts';
import type { Mail } from '../../platform/mail/mails.ts';

const notYou = '如果这不是你做的，请马上用「忘记密码」重设密码，并联系站长。';

export function codeMail(to: string, code: string, expiresAt: number): Mail {
  return {
    to,
    code,
    subject: '你的验证码',
    lines: ['有人正在用这个邮箱登录、注册或修改账号。如果是你，请填入这个验证码：'],
    below: ['5 分钟内有效，只能用一次。不要把它告诉任何人，站长也不会问你要。如果不是你，不必理会这封信。'],
    expiresAt,
  };
}

export function passwordChangedMail(to: string, nickname: string): Mail {
  return {
    to,
    subject: '你的密码改过了',
    lines: [`${nickname}，你好：`, '你的账号刚刚改了密码，其他设备上的登录都已退出。', notYou],
  };
}

/** Goes to the mailbox that was left: its reader is the one to notice a theft. */
export function emailChangedMail(to: string, nickname: string): Mail {
  return {
    to,
    subject: '你的邮箱换过了',
    lines: [
      `${nickname}，你好：`,
      '你的账号刚刚换了邮箱，从此不再用这一个登录和收信。',
      '如果这不是你做的，请马上联系站长。',
    ],
  };
}

export function accountClosedMail(to: string, nickname: string, closesAt: number): Mail {
  return {
    to,
    subject: '你的账号已申请注销',
    lines: [
      `${nickname}，你好：`,
      `你的账号将在 ${chinaDay(closesAt)} 注销。在那之前再登录一次，账号就会恢复，什么也不会少。`,
      notYou,
    ],
  };
}

/** Goes to the account that is closed; whoever reads it may not be the one who asked for the merge. */
export function accountMergedMail(to: string, nickname: string, into: string, closesAt: number): Mail {
  return {
    to,
    subject: '你的账号并入了另一个账号',
    lines: [
      `${nickname}，你好：`,
      `站长把你公开写过的归到了 ${into} 名下。私聊、草稿、没有公开的与收藏没有交给任何人，还在你的账号里。`,
      `你的账号将在 ${chinaDay(closesAt)} 注销，那时它们一并删除。在那之前再登录一次，账号就会恢复。`,
      '如果你没有请站长合并，请登录，并联系站长。',
    ],
  };
}

export function remainingAccountMail(to: string, nickname: string, from: string): Mail {
  return {
    to,
    subject: '另一个账号并入了你的账号',
    lines: [
      `${nickname}，你好：`,
      `站长把 ${from} 公开写过的归到了你名下。`,
      '如果那不是你的账号，或你没有请站长合并，请联系站长。',
    ],
  };
}

export function accountDisabledMail(to: string, nickname: string, reason: string, until: number | null): Mail {
  return {
    to,
    subject: '你的账号已停用',
    lines: [
      `${nickname}，你好：`,
      `你的账号${until === null ? '已停用' : `停用到 ${chinaTime(until)}`}，这段时间不能登录。原因：${reason}`,
      '你写的都还在。有疑问请回这封信，或联系站长。',
    ],
  };
}

/** Warns the member of a link that somebody else was given. */
export function resetLinkMadeMail(to: string, nickname: string): Mail {
  return {
    to,
    subject: '站长为你的账号开了重设密码的链接',
    lines: [
      `${nickname}，你好：`,
      '站长刚刚为你的账号开了一个重设密码的链接，由站长转交，24 小时内有效。',
      '如果你没有请站长帮忙，请马上联系站长：拿到链接的人能登录你的账号。再开一个链接，或你自己改一次密码，它就作废。',
    ],
  };
}

export function resetLinkMail(to: string, nickname: string, url: string, expiresAt: number): Mail {
  return {
    to,
    subject: '重设你的密码',
    lines: [
      `${nickname}，你好：`,
      '站长为你开了一个重设密码的链接，24 小时内有效，只能用一次。',
      '如果你没有请站长帮忙，不必理会这封信，密码不会变。',
    ],
    button: { words: '重设密码', url },
    expiresAt,
  };
}
