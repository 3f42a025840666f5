import { createHmac, timingSafeEqual } from 'node:crypto';
import { yearLength } from '@mojian/contract/platform/time';
import { updateUser } from '../../core/identity/user-rows.ts';
import type { Db } from '../../platform/db/schema.ts';
import { insertValue, readValue } from '../../platform/db/stored-values.ts';
import { plainPage } from '../../platform/render/plain-page.ts';
import type { QuestionState } from '../../platform/render/question-page.ts';
import { newSecret } from '../../platform/tickets/tickets.ts';

export const unsubscribePath = '/unsubscribe';

/** Binds the signature to this use. */
const purpose = 'mail-on-reply';

/** Builds a link to unsubscribe a member, reusable for a year. */
export async function unsubscribeUrl(db: Db, siteUrl: string, userId: number, now = Date.now()) {
  const claim = `${userId}.${Math.ceil((now + yearLength) / 1000).toString(36)}`;
  return `${siteUrl}${unsubscribePath}/${claim}.${sign(await unsubscribeKey(db), claim)}`;
}

/** Verifies a token and returns its member; nothing for a forged or expired one. */
export async function whoUnsubscribes(db: Db, token: string, now = Date.now()) {
  const [, claim, id, end, signature] = /^(([1-9]\d{0,9})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!claim || !end || !signature) return undefined;
  const right = Buffer.from(sign(await unsubscribeKey(db), claim));
  if (!timingSafeEqual(right, Buffer.from(signature))) return undefined;
  return Number.parseInt(end, 36) * 1000 > now ? Number(id) : undefined;
}

/** False for an invalid token. */
export async function unsubscribe(db: Db, token: string) {
  const userId = await whoUnsubscribes(db, token);
  if (userId === undefined) return false;
  await updateUser(db, userId, { mailOnReply: 0, guestEmail: null }); // a guest's is not stored any longer
  return true;
}

function sign(key: string, claim: string) {
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

/** Texts and form of each state. The form posts to the page's own address. */
const states = {
  asking: {
    title: '退订回复邮件',
    inner: `<p>有人回复你时，不再写信告诉你。站里的通知照旧。</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<nav aria-label="去处"><button class="btn">退订</button><a class="btn" href="/">返回首页</a></nav></form>`,
  },
  done: {
    title: '已退订',
    inner: `<p>以后有人回复你，不再写信。改了主意，会员在个人中心的「邮件与数据」里把「有人回复时发邮件给我」打开就好，访客在下一次评论时再勾上。</p>${ways}`,
  },
  wrong: {
    title: '这个退订网址不对',
    inner: `<p>它可能没有复制完整，或已经过了一年。请登录后在个人中心的「邮件与数据」里关掉「有人回复时发邮件给我」。</p>${ways}`,
  },
};

/** Renders the unsubscribe page: the question or the result. Works without scripts and without a login. */
export function unsubscribePage(
  { name, logo, seal }: { name: string; logo: string; seal: string },
  state: QuestionState,
) {
  return plainPage({
    siteName: name,
    hasSeal: logo === '' && seal === 'name',
    ...states[state],
    hasForm: state === 'asking',
  });
}
