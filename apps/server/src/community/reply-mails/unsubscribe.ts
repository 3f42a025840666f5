import { createHmac, timingSafeEqual } from 'node:crypto';
import { yearLength } from '@mojian/contract/platform/time';
import { updateUser } from '../../core/identity/user-rows.ts';
import type { Db } from '../../platform/db/schema.ts';
import { insertValue, readValue } from '../../platform/db/stored-values.ts';
import { plainPage } from '../../platform/render/plain-page.ts';
import type { QuestionState } from '../../platform/render/question-page.ts';
import { newSecret } from '../../platform/tickets/tickets.ts';

export const unsubscribePath = '/unsubscribe';

/** Mails that can be left, and what leaving changes. Its name binds the signature of a link to this use. */
const left = {
  'mail-on-reply': { mailOnReply: 0, guestEmail: null }, // a guest's is not stored any longer
  'mail-on-article': { mailOnArticle: 0 },
} as const;

export type Recurring = keyof typeof left;
const purposes = Object.keys(left) as Recurring[];

/** Builds a link to unsubscribe a member, reusable for a year. */
export async function unsubscribeUrl(db: Db, siteUrl: string, userId: number, now = Date.now()) {
  return (await unsubscribeUrls(db, siteUrl, 'mail-on-reply', now))(userId);
}

/** Reads the key once, for the links of many members. */
export async function unsubscribeUrls(db: Db, siteUrl: string, purpose: Recurring, now = Date.now()) {
  const key = await unsubscribeKey(db);
  return (userId: number) => {
    const claim = `${userId}.${Math.ceil((now + yearLength) / 1000).toString(36)}`;
    return `${siteUrl}${unsubscribePath}/${claim}.${sign(key, purpose, claim)}`;
  };
}

/** Verifies a token and returns its member and mails; nothing for a forged or expired one. */
export async function whoUnsubscribes(db: Db, token: string, now = Date.now()) {
  const [, claim, id, end, signature] = /^(([1-9]\d{0,9})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!claim || !end || !signature) return undefined;
  const key = await unsubscribeKey(db);
  const sent = Buffer.from(signature);
  const purpose = purposes.find((one) => timingSafeEqual(Buffer.from(sign(key, one, claim)), sent));
  return purpose && Number.parseInt(end, 36) * 1000 > now ? { userId: Number(id), purpose } : undefined;
}

/** False for an invalid token. */
export async function unsubscribe(db: Db, token: string) {
  const who = await whoUnsubscribes(db, token);
  if (!who) return false;
  await updateUser(db, who.userId, left[who.purpose]);
  return true;
}

function sign(key: string, purpose: Recurring, claim: string) {
  return createHmac('sha256', key).update(`${purpose}:${claim}`).digest('base64url');
}

const keyName = 'unsubscribeKey';

/** Created once and stored, since links stay valid for a year. */
async function unsubscribeKey(db: Db) {
  const known = await readValue(db, keyName);
  if (known) return known;
  await insertValue(db, keyName, newSecret());
  return (await readValue(db, keyName)) as string;
}

const ways = `<nav aria-label="去处"><a class="btn" href="/user#account">打开邮件偏好</a><a class="btn" href="/">返回首页</a></nav>`;

const form = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<nav aria-label="去处"><button class="btn">退订</button><a class="btn" href="/">返回首页</a></nav></form>`;

/** Texts of the question and its result. The form posts to the page's own address. */
const words = {
  'mail-on-reply': {
    title: '退订回复邮件',
    asking: '有人回复你时，不再写信告诉你。站里的通知照旧。',
    done: '以后有人回复你，不再写信。改了主意，会员在个人中心的「邮件与数据」里把「有人回复时发邮件给我」打开就好，访客在下一次评论时再勾上。',
  },
  'mail-on-article': {
    title: '退订新文章的信',
    asking: '你关注的人有新文章时，不再写信告诉你。关注与站里的通知照旧。',
    done: '以后他们有新文章，不再写信。改了主意，在个人中心的「邮件与数据」里把「有新文章写信给我」打开就好。',
  },
} as const;

const wrong = {
  title: '这个退订网址不对',
  inner: `<p>它可能没有复制完整，或已经过了一年。请登录后在个人中心的「邮件与数据」里关掉这种信。</p>${ways}`,
};

function contentOf(state: QuestionState, purpose: Recurring) {
  const { title, asking, done } = words[purpose];
  if (state === 'wrong') return wrong;
  return state === 'done'
    ? { title: '已退订', inner: `<p>${done}</p>${ways}` }
    : { title, inner: `<p>${asking}</p>\n${form}` };
}

/** Renders the unsubscribe page: the question or the result. Works without scripts and without a login. */
export function unsubscribePage(
  { name, logo, seal }: { name: string; logo: string; seal: string },
  state: QuestionState,
  purpose: Recurring = 'mail-on-reply',
) {
  return plainPage({
    siteName: name,
    hasSeal: logo === '' && seal === 'name',
    ...contentOf(state, purpose),
    hasForm: state === 'asking',
  });
}
