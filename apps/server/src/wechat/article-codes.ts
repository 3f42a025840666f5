import type { Db, Trx } from '../db/schema.ts';
import { offerTicket, takeTicket } from '../tickets/tickets.ts';
import { sixDigits } from './login-codes.ts';

const attempts = 20;

/** Seconds a code for an article stays good. */
export const articleCodeSeconds = 300;
const kind = { name: 'article-code', seconds: articleCodeSeconds };

/** Six digits that open one article once, for this follower of the official account. */
export async function issueArticleCode(trx: Trx, openid: string) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = sixDigits();
    if (await offerTicket(trx, kind, { openid }, code)) return code;
  }
  throw new Error('每一个文章验证码都有人在用');
}

/** Uses up such a code: who asked for it, or nothing for a wrong, used or old one. */
export function takeArticleCode(db: Db | Trx, code: string) {
  return takeTicket<{ openid: string }>(db, kind, code);
}
