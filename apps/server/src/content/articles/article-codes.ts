import type { Db, Trx } from '../../platform/db/schema.ts';
import { offerTicket, sixDigits, takeTicket } from '../../platform/tickets/tickets.ts';

const attempts = 20;

/** Seconds a code for an article stays good. */
export const articleCodeSeconds = 300;
const kind = { name: 'article-code', seconds: articleCodeSeconds };

/** Who asked for a code, and for which article, if they said so. */
type ArticleCode = { openid: string; articleId?: number };

/** Six digits that open one article once, for this follower of the official account. */
export async function issueArticleCode(trx: Trx, openid: string, articleId?: number) {
  const payload: ArticleCode = { openid, ...(articleId !== undefined && { articleId }) };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = sixDigits();
    if (await offerTicket(trx, kind, payload, code)) return code;
  }
  throw new Error('每一个文章验证码都有人在用');
}

/** Uses up such a code. Nothing for a wrong, used or old one. */
export function takeArticleCode(db: Db | Trx, code: string) {
  return takeTicket<ArticleCode>(db, kind, code);
}
