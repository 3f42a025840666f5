import { authorOf } from '../fields.ts';
import type { StagedTables, TextRow } from '../staged-tables.ts';

/** First tables keep a user's name and mail in a table of its own. */
export const userWithInfo = `SELECT user.id, user.username, user.create_time, coalesce(user_info.nickname, user.nickname) AS nickname,
    coalesce(user_info.email, user.email) AS email, coalesce(user_info.web_site, user.web_site, user.website) AS website,
    coalesce(user_info.intro, user.intro, user.signature) AS intro
  FROM user LEFT JOIN user_info ON user_info.id = user.user_info_id WHERE user.id = ?`;

export function userOf(staged: StagedTables, id: string | null | undefined) {
  const [row] = id ? staged.all(userWithInfo, id) : [];
  return row ? authorOfUser(row) : null;
}

/** Uses the name to log in as mail where a member registered by mail. */
export function authorOfUser(row: TextRow) {
  const isMail = (row.username ?? '').includes('@');
  return authorOf(row.nickname || (isMail ? '' : row.username), row.email || row.username, row.website);
}
