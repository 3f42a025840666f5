import type { Letter } from '../../platform/mail/mails.ts';

type Applicant = { nickname: string; words: string };

export function applicationLetter(to: string, { nickname, words }: Applicant, siteUrl: string): Letter {
  return {
    to,
    subject: `「${nickname}」申请注册`,
    lines: [`有人申请成为本站会员，昵称是「${nickname}」。`, '请到后台的「用户」里通过或拒绝。'],
    ...(words && { quotes: [{ who: nickname, text: words }] }),
    button: { words: '去看看', url: `${siteUrl}/admin/users/applications` },
  };
}

export function approvedLetter(to: string, { nickname }: Applicant, siteUrl: string): Letter {
  return {
    to,
    subject: '注册申请通过了',
    lines: [`${nickname}，你好：`, '你的注册申请通过了，用申请时的邮箱和密码就能登录。'],
    button: { words: '去登录', url: siteUrl },
  };
}

export function refusedLetter(to: string, { nickname }: Applicant, reason: string): Letter {
  return {
    to,
    subject: '注册申请没有通过',
    lines: [`${nickname}，你好：`, '你的注册申请这次没有通过。', `原因：${reason}`],
  };
}
