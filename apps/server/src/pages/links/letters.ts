import type { Letter } from '../../platform/mail/mails.ts';

type Link = { name: string };

export function linkApprovedLetter({ name }: Link, siteUrl: string): Omit<Letter, 'to'> {
  return {
    subject: '友链申请通过了',
    lines: [`「${name}」已经写进本站的友链，谢谢来做邻居。`, '站名、地址或头像有变化时，到留言板说一声就好。'],
    button: { words: '去看看', url: `${siteUrl}/links` },
  };
}

export function linkRefusedLetter({ name }: Link, reason: string, siteUrl: string): Omit<Letter, 'to'> {
  return {
    subject: '友链申请没有通过',
    lines: [`「${name}」的友链申请这次没有通过。`, `原因：${reason}`, '改好之后，欢迎再来申请。'],
    button: { words: '再申请一次', url: `${siteUrl}/links#apply` },
  };
}
