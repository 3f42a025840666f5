import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { keyScopeNames, scopesOfCall } from '@mojian/contract/platform/key-scopes';
import { may, type permissions, roles } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testSite, tokenOf } from './site.ts';

/** Every call of the API and who may make it. A change here is a change of who may do what. */
const access = {
  'DELETE /v1/article/': 'member',
  'DELETE /v1/article/share': 'member',
  'DELETE /v1/block/': 'member',
  'DELETE /v1/collect/': 'member',
  'DELETE /v1/comment/': 'member',
  'DELETE /v1/followed/deleteFollowed': 'member',
  'DELETE /v1/highlight/': 'member',
  'DELETE /v1/im/deleteMessage': 'member',
  'DELETE /v1/im/chat': 'member',
  'DELETE /v1/im/deleteRoom': 'member',
  'DELETE /v1/key/': 'member',
  'DELETE /v1/passkey/': 'member',
  'DELETE /v1/say/': 'member',
  'DELETE /v1/series/': 'member',
  'DELETE /v1/session/': 'member',
  'DELETE /v1/session/others': 'member',
  'DELETE /v1/social/': 'member',
  'GET /logout': 'anyone',
  'GET /oauth/captcha': 'anyone',
  'GET /oauth/passkey': 'anyone',
  'GET /oauth/render/:type': 'anyone',
  'GET /oauth/sendEmailCode': 'anyone',
  'GET /oauth/wechat/is_login': 'anyone',
  'GET /oauth/wechatLoginCode': 'anyone',
  'GET /v1/': 'anyone',
  'GET /v1/account/claim': 'member',
  'GET /v1/account/export': 'member',
  'GET /v1/article/': 'anyone',
  'GET /v1/article/archive': 'anyone',
  'GET /v1/article/bySlug': 'anyone',
  'GET /v1/article/category': 'anyone',
  'GET /v1/article/categoryIndex': 'anyone',
  'GET /v1/article/checkCode': 'anyone',
  'GET /v1/article/info': 'anyone',
  'GET /v1/article/like': 'member',
  'GET /v1/article/mine': 'member',
  'GET /v1/article/revision': 'member',
  'GET /v1/article/revisions': 'member',
  'GET /v1/article/search': 'anyone',
  'GET /v1/article/selectArticleByUserId': 'anyone',
  'GET /v1/article/selectMyArticleInfo': 'member',
  'GET /v1/article/selectMyArticles': 'member',
  'GET /v1/article/shared': 'anyone',
  'GET /v1/article/shares': 'member',
  'GET /v1/article/slug': 'member',
  'GET /v1/block/': 'member',
  'GET /v1/category/': 'anyone',
  'GET /v1/category/names': 'member',
  'GET /v1/collect/': 'member',
  'GET /v1/collect/collect': 'member',
  'GET /v1/collect/insertCollect': 'member',
  'GET /v1/comment/': 'anyone',
  'GET /v1/comment/getMyComment': 'member',
  'GET /v1/comment/guest': 'anyone',
  'GET /v1/comment/like': 'member',
  'GET /v1/comment/mentionable': 'member',
  'GET /v1/comment/replies': 'anyone',
  'GET /v1/file/limits': 'member',
  'GET /v1/file/mine': 'member',
  'GET /v1/file/sizes': 'member',
  'GET /v1/followed/': 'anyone',
  'GET /v1/highlight/': 'anyone',
  'GET /v1/home/preview': 'anyone',
  'GET /v1/hot': 'anyone',
  'GET /v1/hot/overview': 'anyone',
  'GET /v1/im/': 'anyone',
  'GET /v1/im/getMessageNotice': 'member',
  'GET /v1/im/getNewSystemNotice': 'member',
  'GET /v1/im/changes': 'member',
  'GET /v1/im/getRoomList': 'member',
  'GET /v1/im/people': 'member',
  'GET /v1/im/read': 'member',
  'GET /v1/im/search': 'member',
  'GET /v1/im/selectUserImHistory': 'member',
  'GET /v1/key/': 'member',
  'GET /v1/link/': 'anyone',
  'GET /v1/message/': 'anyone',
  'GET /v1/message/held': 'member',
  'GET /v1/neighbours/': 'anyone',
  'GET /v1/passkey/': 'member',
  'GET /v1/report': 'anyone',
  'GET /v1/search': 'anyone',
  'GET /v1/say/getSayList': 'anyone',
  'GET /v1/say/like': 'member',
  'GET /v1/say/mayPost': 'member',
  'GET /v1/say/months': 'anyone',
  'GET /v1/say/neighbours': 'anyone',
  'GET /v1/say/topics': 'anyone',
  'GET /v1/series/': 'anyone',
  'GET /v1/series/info': 'anyone',
  'GET /v1/series/mine': 'member',
  'GET /v1/sticker/': 'anyone',
  'GET /v1/session/': 'member',
  'GET /v1/sign/': 'member',
  'GET /v1/signIn/': 'member',
  'GET /v1/site/about': 'anyone',
  'GET /v1/site/getNavigations': 'anyone',
  'GET /v1/site/visitNavigation': 'anyone',
  'GET /v1/social/': 'member',
  'GET /v1/tag/': 'anyone',
  'GET /v1/user/about': 'anyone',
  'GET /v1/user/activity': 'anyone',
  'GET /v1/user/getUserCount': 'anyone',
  'GET /v1/user/info': 'anyone',
  'GET /v1/user/selectUserInfoByToken': 'anyone',
  'GET /v1/user/year': 'anyone',
  'GET /v1/webSiteInfo': 'anyone',
  'POST /file/upload': 'member',
  'POST /oauth/apply': 'anyone',
  'POST /oauth/codeLogin': 'anyone',
  'POST /oauth/emailLogin': 'anyone',
  'POST /oauth/emailRegister': 'anyone',
  'POST /oauth/passkey': 'anyone',
  'POST /v1/article/readMarkdownFile': 'member',
  'POST /v1/article/revision': 'member',
  'POST /v1/article/share': 'member',
  'POST /v1/account/claim': 'member',
  'POST /v1/account/close': 'member',
  'POST /v1/account/confirm': 'member',
  'POST /v1/account/export': 'member',
  'POST /v1/account/export/address': 'member',
  'POST /v1/article/': 'member',
  'POST /v1/article/submit': 'member',
  'POST /v1/article/unlock': 'anyone',
  'POST /v1/block/': 'member',
  'POST /v1/quote/': 'anyone',
  'POST /v1/feedback/': 'member',
  'POST /v1/comment/': 'member',
  'POST /v1/comment/release': 'member',
  'POST /v1/comment/report': 'member',
  'POST /v1/followed/insertFollowed': 'member',
  'POST /v1/file/describe': 'member',
  'POST /v1/file/take': 'member',
  'POST /v1/key/': 'member',
  'POST /v1/link/': 'anyone',
  'POST /v1/highlight/': 'member',
  'POST /v1/im/accept': 'member',
  'POST /v1/im/addRoom': 'member',
  'POST /v1/im/chat': 'member',
  'POST /v1/im/release': 'member',
  'POST /v1/im/report': 'member',
  'POST /v1/im/typing': 'member',
  'POST /v1/im/withdraw': 'member',
  'POST /v1/comment/guest': 'anyone',
  'POST /v1/comment/guest/own': 'anyone',
  'POST /v1/comment/guest/withdraw': 'anyone',
  'PUT /v1/comment/guest': 'anyone',
  'POST /v1/message/': 'anyone',
  'POST /v1/message/report': 'member',
  'POST /v1/passkey/': 'member',
  'POST /v1/passkey/options': 'member',
  'POST /v1/say/comment': 'member',
  'POST /v1/say/insertSay': 'member',
  'POST /v1/say/report': 'member',
  'POST /v1/series/': 'member',
  'POST /v1/setup': 'anyone',
  'POST /v1/setup/check': 'anyone',
  'POST /v1/sign/': 'member',
  'POST /v1/signIn/': 'member',
  'POST /v1/social/:type': 'member',
  'PUT /oauth/forgetPassword': 'anyone',
  'PUT /oauth/resetPassword': 'anyone',
  'PUT /v1/account/email': 'member',
  'PUT /v1/account/password': 'member',
  'PUT /v1/account/preferences': 'member',
  'PUT /v1/article/': 'member',
  'PUT /v1/article/discard': 'member',
  'PUT /v1/article/restore': 'member',
  'PUT /v1/article/withdraw': 'member',
  'PUT /v1/comment/': 'member',
  'PUT /v1/im/readNotice': 'member',
  'PUT /v1/im/mute': 'member',
  'PUT /v1/im/preferences': 'member',
  'PUT /v1/key/': 'member',
  'PUT /v1/passkey/': 'member',
  'PUT /v1/say/': 'member',
  'PUT /v1/say/visibility': 'member',
  'PUT /v1/series/': 'member',
  'PUT /v1/user/': 'member',
};

/** Access of the back office's calls, by permission. */
const officeAccess = {
  'DELETE /v1/admin/stickers/': 'stickers.manage',
  'DELETE /v1/admin/stickers/pack': 'stickers.manage',
  'GET /v1/admin/articles/carousel': 'articles.manage',
  'PUT /v1/admin/articles/carousel': 'articles.manage',
  'GET /v1/admin/domain/': 'settings.own',
  'GET /v1/admin/imports/': 'backups.manage',
  'GET /v1/admin/imports/info': 'backups.manage',
  'GET /v1/admin/imports/pictures': 'backups.manage',
  'GET /v1/admin/imports/waiting': 'backups.manage',
  'GET /v1/admin/imports/work': 'backups.manage',
  'DELETE /v1/admin/series/': 'taxonomy.manage',
  'GET /v1/admin/series/': 'taxonomy.manage',
  'GET /v1/admin/series/items': 'taxonomy.manage',
  'POST /v1/admin/series/': 'taxonomy.manage',
  'PUT /v1/admin/series/': 'taxonomy.manage',
  'GET /v1/admin/series/candidates': 'taxonomy.manage',
  'PUT /v1/admin/series/items': 'taxonomy.manage',
  'DELETE /v1/admin/categories/': 'taxonomy.manage',
  'DELETE /v1/admin/navigation/groups': 'navigation.manage',
  'DELETE /v1/admin/navigation/sites': 'navigation.manage',
  'GET /v1/admin/': 'office.enter',
  'GET /v1/admin/alerts/': 'alerts.manage',
  'POST /v1/admin/alerts/': 'alerts.manage',
  'PUT /v1/admin/alerts/': 'alerts.manage',
  'DELETE /v1/admin/alerts/': 'alerts.manage',
  'POST /v1/admin/alerts/test': 'alerts.manage',
  'GET /v1/admin/alerts/deliveries': 'alerts.manage',
  'POST /v1/admin/alerts/retry': 'alerts.manage',
  'GET /v1/admin/upgrade/': 'system.upgrade',
  'GET /v1/admin/upgrade/progress': 'system.upgrade',
  'DELETE /v1/admin/upgrade/request': 'system.upgrade',
  'POST /v1/admin/upgrade/': 'system.upgrade',
  'POST /v1/admin/upgrade/look': 'system.upgrade',
  'POST /v1/admin/upgrade/upload': 'system.upgrade',
  'POST /v1/admin/upgrade/check': 'system.upgrade',
  'GET /v1/admin/backups/remotes/': 'backups.manage',
  'POST /v1/admin/backups/remotes/': 'backups.manage',
  'PUT /v1/admin/backups/remotes/': 'backups.manage',
  'DELETE /v1/admin/backups/remotes/': 'backups.manage',
  'POST /v1/admin/backups/remotes/test': 'backups.manage',
  'POST /v1/admin/backups/remotes/upload': 'backups.manage',
  'GET /v1/admin/backups/remotes/files': 'backups.manage',
  'DELETE /v1/admin/backups/remotes/files': 'backups.manage',
  'POST /v1/admin/backups/remotes/fetch': 'backups.manage',
  'GET /v1/admin/alerts/quiet': 'alerts.manage',
  'PUT /v1/admin/alerts/quiet': 'alerts.manage',
  'GET /v1/admin/keys/': 'keys.manage',
  'DELETE /v1/admin/keys/': 'keys.manage',
  'GET /v1/admin/audit/': 'audit.read',
  'GET /v1/admin/articles/': 'articles.manage',
  'GET /v1/admin/articles/choices': 'articles.manage',
  'GET /v1/admin/articles/links': 'articles.manage',
  'GET /v1/admin/articles/markdown': 'articles.manage',
  'GET /v1/admin/articles/present': 'articles.manage',
  'POST /v1/admin/articles/revert': 'articles.manage',
  'GET /v1/admin/articles/review': 'articles.manage',
  'GET /v1/admin/board/': 'board.moderate',
  'GET /v1/admin/categories/': 'taxonomy.manage',
  'GET /v1/admin/chat/': 'chat.moderate',
  'GET /v1/admin/comments/': 'comments.moderate',
  'DELETE /v1/admin/setup/sample': 'setup.finish',
  'GET /v1/admin/setup/': 'setup.finish',
  'GET /v1/admin/setup/start': 'setup.finish',
  'POST /v1/admin/setup/': 'setup.finish',
  'PUT /v1/admin/setup/': 'setup.finish',
  'GET /v1/admin/feedback/': 'feedback.answer',
  'GET /v1/admin/links/': 'links.manage',
  'GET /v1/admin/links/letter': 'links.manage',
  'GET /v1/admin/links/order': 'links.manage',
  'GET /v1/admin/navigation/': 'navigation.manage',
  'GET /v1/admin/notices/': 'notices.send',
  'GET /v1/admin/notices/audience': 'notices.send',
  'GET /v1/admin/reports/': 'comments.moderate',
  'GET /v1/admin/says/': 'says.moderate',
  'GET /v1/admin/settings/': 'settings.read',
  'DELETE /v1/admin/invitations/': 'users.manage',
  'GET /v1/admin/applications/': 'users.manage',
  'GET /v1/admin/invitations/': 'users.manage',
  'POST /v1/admin/applications/': 'users.manage',
  'POST /v1/admin/invitations/': 'users.manage',
  'DELETE /v1/admin/users/note': 'users.note',
  'DELETE /v1/admin/users/session': 'users.manage',
  'GET /v1/admin/readings/': 'office.enter',
  'GET /v1/admin/readings/article': 'office.enter',
  'GET /v1/admin/users/': 'users.read',
  'GET /v1/admin/users/info': 'users.read',
  'GET /v1/admin/users/merge': 'users.manage',
  'POST /v1/admin/users/merge': 'users.manage',
  'POST /v1/admin/audit/download': 'audit.read',
  'POST /v1/admin/users/act': 'users.manage',
  'POST /v1/admin/users/disable': 'users.manage',
  'POST /v1/admin/users/enable': 'users.manage',
  'POST /v1/admin/users/mute': 'users.manage',
  'POST /v1/admin/users/put-back': 'users.manage',
  'POST /v1/admin/users/take-down': 'users.manage',
  'POST /v1/admin/users/unmute': 'users.manage',
  'POST /v1/admin/users/note': 'users.note',
  'POST /v1/admin/users/resetLink': 'users.manage',
  'PUT /v1/admin/users/role': 'users.manage',
  'GET /v1/admin/redirects/': 'redirects.manage',
  'GET /v1/admin/redirects/export': 'redirects.manage',
  'GET /v1/admin/redirects/missed': 'redirects.manage',
  'GET /v1/admin/tags/': 'taxonomy.manage',
  'POST /v1/admin/articles/': 'articles.manage',
  'POST /v1/admin/articles/import': 'articles.manage',
  'POST /v1/admin/articles/review': 'articles.manage',
  'POST /v1/admin/board/': 'board.moderate',
  'POST /v1/admin/categories/': 'taxonomy.manage',
  'POST /v1/admin/chat/': 'chat.moderate',
  'POST /v1/admin/comments/': 'comments.moderate',
  'GET /v1/admin/home/': 'settings.read',
  'POST /v1/admin/home/preview': 'settings.change',
  'POST /v1/admin/settings/preview': 'settings.change',
  'GET /v1/admin/self-tests': 'settings.read',
  'POST /v1/admin/self-tests': 'settings.change',
  'POST /v1/admin/feedback/': 'feedback.answer',
  'POST /v1/admin/links/': 'links.manage',
  'POST /v1/admin/links/act': 'links.manage',
  'POST /v1/admin/notices/': 'notices.send',
  'POST /v1/admin/notices/undo': 'notices.send',
  'POST /v1/admin/reports/': 'comments.moderate',
  'POST /v1/admin/says/': 'says.moderate',
  'POST /v1/admin/redirects/': 'redirects.manage',
  'POST /v1/admin/redirects/act': 'redirects.manage',
  'POST /v1/admin/redirects/import': 'redirects.manage',
  'POST /v1/admin/redirects/missed': 'redirects.manage',
  'POST /v1/admin/redirects/missed/accept': 'redirects.manage',
  'POST /v1/admin/tags/': 'taxonomy.manage',
  'POST /v1/admin/tags/merge': 'taxonomy.manage',
  'PUT /v1/admin/categories/': 'taxonomy.manage',
  'PUT /v1/admin/categories/order': 'taxonomy.manage',
  'PUT /v1/admin/feedback/': 'feedback.answer',
  'PUT /v1/admin/links/': 'links.manage',
  'PUT /v1/admin/links/order': 'links.manage',
  'PUT /v1/admin/navigation/groups': 'navigation.manage',
  'PUT /v1/admin/navigation/order': 'navigation.manage',
  'PUT /v1/admin/navigation/sites': 'navigation.manage',
  'GET /v1/admin/health/': 'system.manage',
  'GET /v1/admin/jobs/': 'jobs.manage',
  'GET /v1/admin/searches/': 'office.enter',
  'GET /v1/admin/outbox/': 'outbox.manage',
  'GET /v1/admin/outbox/letter': 'letters.read',
  'GET /v1/admin/outbox/letters': 'outbox.manage',
  'GET /v1/admin/outbox/sent': 'outbox.manage',
  'GET /v1/admin/overview/': 'office.enter',
  'GET /v1/admin/system/': 'system.manage',
  'GET /v1/admin/system/logs': 'system.manage',
  'POST /v1/admin/jobs/': 'jobs.manage',
  'POST /v1/admin/outbox/': 'outbox.manage',
  'POST /v1/admin/system/ask-updates': 'system.manage',
  'POST /v1/admin/system/clear-pages': 'system.manage',
  'POST /v1/admin/system/rebuild-search': 'system.manage',
  'DELETE /v1/admin/backups/': 'backups.manage',
  'GET /v1/admin/backups/': 'backups.manage',
  'GET /v1/admin/backups/work': 'backups.manage',
  'GET /v1/admin/stickers/': 'stickers.manage',
  'GET /v1/admin/files/': 'files.manage',
  'GET /v1/admin/files/usage': 'files.manage',
  'GET /v1/admin/guest-comments/refused': 'comments.moderate',
  'GET /v1/admin/guest-comments/writer': 'comments.moderate',
  'POST /v1/admin/guest-comments/accept': 'comments.moderate',
  'POST /v1/admin/guest-comments/refuse': 'comments.moderate',
  'POST /v1/admin/users/guests/put-back': 'users.manage',
  'POST /v1/admin/users/guests/take-down': 'users.manage',
  'POST /v1/admin/backups/download': 'backups.manage',
  'POST /v1/admin/backups/upload': 'backups.manage',
  'POST /v1/admin/backups/work': 'backups.manage',
  'POST /v1/admin/content/download': 'backups.manage',
  'POST /v1/admin/domain/': 'settings.own',
  'POST /v1/admin/stickers/': 'stickers.manage',
  'POST /v1/admin/stickers/own': 'stickers.manage',
  'POST /v1/admin/files/remove': 'files.manage',
  'POST /v1/admin/imports/': 'backups.manage',
  'POST /v1/admin/imports/act': 'backups.manage',
  'POST /v1/admin/imports/preview': 'backups.manage',
  'POST /v1/admin/imports/report': 'backups.manage',
  'POST /v1/admin/imports/upload': 'backups.manage',
  'POST /v1/admin/imports/waiting': 'backups.manage',
  'PUT /v1/admin/stickers/': 'stickers.manage',
  'PUT /v1/admin/settings/': 'settings.change',
  'PUT /v1/admin/redirects/': 'redirects.manage',
  'PUT /v1/admin/tags/': 'taxonomy.manage',
};

const table = (endpoints: Endpoint[]) =>
  Object.fromEntries(endpoints.map(({ method, path, access }) => [`${method} ${path}`, access]));

/** Whether an address leads to a call: to a refusal of a visitor at least. */
async function isAnswered(
  { app }: Awaited<ReturnType<typeof testSite>>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
) {
  const { body } = await app.inject({ method, url: path.replace(/:\w+/, 'qq') });
  return !body.includes('Route ') && !body.includes('没有这个接口');
}

test('the declared calls are exactly the mounted ones, each with the access listed here', async () => {
  const site = await testSite();
  const declared: Endpoint[] = [api, adminApi].flatMap((each) =>
    Object.values(each).flatMap((calls) => Object.values(calls)),
  );

  expect(table(declared)).toEqual({ ...access, ...officeAccess });
  expect(table(await site.calls.list())).toEqual({ ...access, ...officeAccess });
  for (const { method, path } of declared) expect(await isAnswered(site, method, path), `${method} ${path}`).toBe(true);
  await site.close();
});

test('no call of the back office answers a role that it should not', { timeout: 180_000 }, async () => {
  const site = await testSite();
  const ask = async (call: string, headers: Record<string, string>) => {
    const [method = '', url = ''] = call.split(' ');
    const { body } = await site.app.inject({ method: method as 'GET', url: url.replace(/:\w+/g, '1'), headers });
    return JSON.parse(body).code;
  };
  for (const call of Object.keys(officeAccess)) expect(await ask(call, {}), `${call} of a visitor`).toBe(401);
  const authorization = tokenOf(site.ming);
  for (const role of roles) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    for (const [call, access] of Object.entries(officeAccess)) {
      const isAllowed = may(role, access as keyof typeof permissions) && (role !== 'demo' || call.startsWith('GET'));
      const code = await ask(call, { authorization });
      expect(code === 403, `${call} as ${role}: ${code}`).toBe(!isAllowed);
    }
  }
  await site.close();
});

/** Calls refused to a muted member: by each of them others see or hear something of theirs. */
const speaking = [
  'GET /v1/article/like',
  'GET /v1/comment/like',
  'GET /v1/say/like',
  'POST /v1/article/share',
  'POST /v1/article/submit',
  'POST /v1/comment/',
  'POST /v1/comment/guest',
  'POST /v1/feedback/',
  'POST /v1/followed/insertFollowed',
  'POST /v1/highlight/',
  'POST /v1/im/accept',
  'POST /v1/im/addRoom',
  'POST /v1/im/chat',
  'POST /v1/im/typing',
  'POST /v1/link/',
  'POST /v1/message/',
  'POST /v1/say/comment',
  'POST /v1/say/insertSay',
  'POST /v1/series/',
  'PUT /v1/comment/',
  'PUT /v1/comment/guest',
  'PUT /v1/say/',
  'PUT /v1/say/visibility',
  'PUT /v1/series/',
  'PUT /v1/user/',
];

/** Other calls by which a muted member changes something, and why nobody hears of it. */
const silent: Record<string, RegExp> = {
  'brings back a draft; of a published one it is refused, by its state': /\/article\/restore$/,
  'only takes back or hides what they said': /^DELETE |withdraw$|discard$/,
  'is their own draft, list or file until something shows it':
    /\/article\/$|revision$|readMarkdownFile$|collect|\/file\//,
  'opens, secures or closes their own account, or gets their data':
    / \/oauth\/|\/(account|key|passkey|session|social|setup)\//,
  'is about what reaches them': /\/block\/$|im\/(mute|preferences|read|readNotice)$/,
  'reaches the staff only, and protects them as everybody': /report$/,
  'moderates, which their rank allows': /release$/,
  'reads what their own browser wrote': /guest\/own$/,
  'opens a text to themselves': /checkCode$|unlock$/,
  'counts a day of theirs': /\/sign(In)?\/$/,
  'draws words that are public already': / \/v1\/quote\/$/,
  'is a call of the setup, which asks for its link': /setup/,
};

test('a muted member is refused exactly the calls by which others hear of them', async () => {
  const site = await testSite();
  const authorization = tokenOf(site.ming);
  const muted = { mutedAt: 1, mutedReason: '刷屏' };
  await site.db.updateTable('users').set(muted).where('id', '=', site.ming.id).execute();
  const refused: string[] = [];
  for (const call of Object.keys(access)) {
    const [method = '', path = ''] = call.split(' ');
    if (path === '/logout') continue;
    const url = path.replace(/:\w+/g, 'github');
    const { body } = await site.app.inject({ method: method as 'GET', url, headers: { authorization } });
    if (body.includes('你已被永久禁言，现在不能发表。原因：刷屏。')) refused.push(call);
  }
  expect(refused.sort()).toEqual(speaking);
  const others = Object.keys(access).filter((call) => !speaking.includes(call));
  for (const call of others.filter((one) => changing.includes(one) || !one.startsWith('GET')))
    expect(Object.values(silent).filter((pattern) => pattern.test(call)).length, `${call} is silent`).toBeGreaterThan(
      0,
    );
  await site.close();
});

/** Calls that ask for the password again, whatever their input. */
const confirmed = [
  'GET /v1/admin/outbox/letter',
  'POST /v1/account/export',
  'POST /v1/account/export/address',
  'POST /v1/admin/backups/download',
  'POST /v1/admin/backups/remotes/',
  'POST /v1/admin/content/download',
  'POST /v1/admin/upgrade/',
  'POST /v1/admin/users/merge',
  'POST /v1/admin/users/resetLink',
  'POST /v1/passkey/options',
  'POST /v1/social/:type',
  'PUT /v1/admin/backups/remotes/',
  'PUT /v1/admin/users/role',
];

/** Calls that ask for it for some input, in their own words: confirm-password.test.ts, owner-settings.test.ts, move-domain.test.ts. */
const sometimesConfirmed = [
  'POST /v1/admin/backups/work',
  'POST /v1/admin/domain/',
  'POST /v1/admin/users/act',
  'PUT /v1/admin/settings/',
];

/** Writing calls of the back office that do not, and why none gives power over another account, its secrets or letters. */
const unconfirmed: Record<string, RegExp> = {
  'changes what readers see, and can be changed back':
    /articles|board|categories|chat|comments|feedback|links|navigation|redirects|reports|says|series|stickers|tags|take-down|put-back/,
  'speaks as the site, or takes back': /notices/,
  'keeps somebody out, and lets them in again; ends sessions, and opens none':
    / \/v1\/admin\/users\/(disable|enable|mute|unmute|session)$/,
  'writes what only staff read': /users\/note/,
  'lets newcomers register, and opens no account that exists': /applications|invitations/,
  'runs what runs by itself, and shows no letter': /jobs|outbox\/$|system|self-tests|(settings|home)\/preview/,
  'brings a release, which the owner, confirmed, has yet to start': /upgrade\/(look|upload|check)$/,
  'takes back what has not begun': /upgrade\/request$/,
  'removes what is left over': /files\/remove|backups\/$/,
  'sends a backup where the owner, confirmed, once said, or fetches it from there': /backups\/remotes/,
  'brings content in, which the ledger takes out again': /imports|backups\/upload/,
  'hands out what the same roles read on the screen': /audit/,
  'tells the owner elsewhere what the screens of the office show': /alerts/,
  'ends what a program may do': /admin\/keys/,
  'finishes setting up': /setup/,
};

test('exactly the calls that give power over an account, or data out, ask for the password again', async () => {
  const site = await testSite();
  const { id } = site.ming;
  await site.db.updateTable('users').set({ role: 'owner', passwordHash: 'x' }).where('id', '=', id).execute();
  const confirming: string[] = [];
  for (const call of [...Object.keys(access), ...Object.keys(officeAccess)]) {
    const [method = '', path = ''] = call.split(' ');
    if (path === '/logout') continue;
    const url = path.replace(':type', 'github');
    const { body } = await site.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: tokenOf({ id }) },
    });
    if (body.includes('"failure":"password-needed"')) confirming.push(call);
  }
  expect(confirming.sort()).toEqual(confirmed);
  const writing = Object.keys(officeAccess).filter((call) => !call.startsWith('GET'));
  const explained = (call: string) => Object.values(unconfirmed).filter((pattern) => pattern.test(call)).length;
  for (const call of writing.filter((one) => ![...confirmed, ...sometimesConfirmed].includes(one)))
    expect(explained(call), `${call} has a reason to go without`).toBeGreaterThan(0);
  await site.close();
});

/** A GET changes nothing, but for these, which the specification has so; a visitor changes nothing of the site's, but with these. */
const changing = [
  'GET /v1/article/checkCode',
  'GET /v1/article/like',
  'GET /v1/collect/collect',
  'GET /v1/collect/insertCollect',
  'GET /v1/comment/like',
  'GET /v1/im/read',
  'GET /v1/say/like',
  'POST /v1/article/unlock',
  'POST /v1/comment/guest',
  'POST /v1/comment/guest/withdraw',
  'POST /v1/link/',
  'POST /v1/message/',
  'PUT /v1/comment/guest',
];

test('the demo account, which is everybody’s, makes no call that changes anything', async () => {
  const site = await testSite();
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  const authorization = tokenOf(site.ming);
  const change = Object.entries(access)
    .filter(([call, who]) => changing.includes(call) || (who !== 'anyone' && !call.startsWith('GET')))
    .map(([call]) => call);
  expect(change.length).toBeGreaterThan(30);
  for (const call of change) {
    const [method = '', path = ''] = call.split(' ');
    const url = path.replace(':type', 'github');
    const { body } = await site.app.inject({ method: method as 'GET', url, headers: { authorization } });
    expect(JSON.parse(body), call).toMatchObject({ code: 403, message: '演示模式，不允许操作' });
  }
  await site.close();
});

test('a token nobody has is a visitor’s', async () => {
  const site = await testSite();
  await site.writes({ readType: 4, markdown: '开头。\n\n秘密。' });
  for (const authorization of ['token-999', 'Bearer', '', 'Bearer token-999', '\t']) {
    const { statusCode, body } = await site.app.inject({ url: '/v1/article/info?id=1', headers: { authorization } });
    expect(statusCode).toBe(200);
    expect(body).not.toContain('秘密');
  }
  const bearer = { authorization: `Bearer token-${site.ming.id}` };
  expect((await site.app.inject({ url: '/v1/article/info?id=1', headers: bearer })).body).toContain('秘密');
  const cookie = { cookie: `token=token-${site.ming.id}; authorization=token-${site.ming.id}` };
  expect((await site.app.inject({ url: '/v1/article/info?id=1', headers: cookie })).body).not.toContain('秘密');
  await site.close();
});

/** Calls that a program's key opens, by scope. All others are closed to keys, whoever's they are. */
const openedBy: Record<string, string[]> = {
  read: [
    'GET /v1/article/',
    'GET /v1/article/archive',
    'GET /v1/article/bySlug',
    'GET /v1/article/category',
    'GET /v1/article/categoryIndex',
    'GET /v1/article/info',
    'GET /v1/article/revision',
    'GET /v1/article/revisions',
    'GET /v1/article/search',
    'GET /v1/article/selectArticleByUserId',
    'GET /v1/article/selectMyArticleInfo',
    'GET /v1/article/selectMyArticles',
    'GET /v1/category/',
    'GET /v1/category/names',
    'GET /v1/comment/',
    'GET /v1/comment/replies',
    'GET /v1/file/mine',
    'GET /v1/file/sizes',
    'GET /v1/message/',
    'GET /v1/say/getSayList',
    'GET /v1/say/mayPost',
    'GET /v1/say/months',
    'GET /v1/say/topics',
    'GET /v1/search',
    'GET /v1/series/',
    'GET /v1/series/info',
    'GET /v1/series/mine',
    'GET /v1/tag/',
  ],
  draft: [
    'GET /v1/article/selectMyArticleInfo',
    'GET /v1/article/selectMyArticles',
    'GET /v1/category/',
    'GET /v1/category/names',
    'GET /v1/tag/',
    'POST /v1/article/',
    'POST /v1/article/readMarkdownFile',
    'PUT /v1/article/',
  ],
  upload: ['POST /file/upload', 'POST /v1/file/describe', 'POST /v1/file/take'],
  publish: [
    'GET /v1/article/selectMyArticleInfo',
    'GET /v1/article/selectMyArticles',
    'POST /v1/article/submit',
    'POST /v1/comment/',
    'POST /v1/say/insertSay',
  ],
  moderate: [
    'GET /v1/admin/board/',
    'GET /v1/admin/comments/',
    'GET /v1/admin/says/',
    'POST /v1/admin/board/',
    'POST /v1/admin/comments/',
    'POST /v1/admin/says/',
  ],
};

/** Asks a call with a key; undefined where its scopes open it, else the refusal. */
async function refusalOf({ app }: Awaited<ReturnType<typeof testSite>>, { method, path }: Endpoint, key: string) {
  const url = path.replace(/:\w+/g, 'github');
  const { body } = await app.inject({ method, url, headers: { authorization: `Bearer ${key}` } });
  const { code, message, extra } = JSON.parse(body);
  return extra.failure === 'no-scope' ? { code, message } : undefined;
}

test('an owner’s key opens exactly the calls of its scope, and is told which scope another needs', {
  timeout: 240_000,
}, async () => {
  const site = await testSite();
  await site.turn({ neighbours: true });
  const endpoints = await site.calls.list();
  for (const scope of keyScopeNames) {
    const input = { name: scope, scopes: [scope], days: 1 };
    const { key } = await site.office(site.owner).accessKeys.add({ body: input });
    const opened: string[] = [];
    for (const endpoint of endpoints) {
      const call = `${endpoint.method} ${endpoint.path}`;
      const refused = await refusalOf(site, endpoint, key);
      if (!refused) opened.push(call);
      const needed = scopesOfCall(endpoint);
      const words = needed.length === 0 ? '钥匙不能做这件事' : needed.map((one) => `（${one}）`).join('或.*');
      if (refused) expect(refused, call).toEqual({ code: 403, message: expect.stringMatching(words) });
    }
    expect(opened.sort(), scope).toEqual(openedBy[scope]);
  }
  await site.close();
});

test('no call that a key opens deletes, sets, asks for the password, or shows a mail address', async () => {
  const site = await testSite();
  for (const endpoint of await site.calls.list()) {
    if (scopesOfCall(endpoint).length === 0) continue;
    const call = `${endpoint.method} ${endpoint.path}`;
    expect(call).not.toMatch(/^DELETE|settings|user|account|session|key/);
    expect(endpoint.confirmed, call).toBeUndefined();
    const reply = JSON.stringify(z.toJSONSchema(endpoint.reply, { unrepresentable: 'any', io: 'output' }));
    expect(reply, call).not.toMatch(/"(e?mail|network)"/i);
    expect(endpoint.keyActs ?? [], call).not.toContain('remove');
  }
  await site.close();
});
