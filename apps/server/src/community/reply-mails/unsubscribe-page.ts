import { plainPage } from '../../platform/render/plain-page.ts';

export type UnsubscribeState = 'asking' | 'done' | 'wrong';

const ways = `<nav aria-label="去处"><a class="btn" href="/user#account">打开邮件偏好</a><a class="btn" href="/">返回首页</a></nav>`;

/** The form's address is that of the page itself. */
const states = {
  asking: {
    title: '退订回复邮件',
    inner: `<p>有人回复你时，不再写信告诉你。站里的通知照旧。</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<nav aria-label="去处"><button class="btn">退订</button><a class="btn" href="/">返回首页</a></nav></form>`,
  },
  done: {
    title: '已退订',
    inner: `<p>以后有人回复你，不再写信。改了主意，在个人中心的「邮件与数据」里把「有人回复时发邮件给我」打开就好。</p>${ways}`,
  },
  wrong: {
    title: '这个退订网址不对',
    inner: `<p>它可能没有复制完整，或已经过了一年。请登录后在个人中心的「邮件与数据」里关掉「有人回复时发邮件给我」。</p>${ways}`,
  },
};

/** The page that ends letters: a question, or what came of it. Works without scripts and without a login. */
export function unsubscribePage(
  { name, logo, seal }: { name: string; logo: string; seal: string },
  state: UnsubscribeState,
) {
  return plainPage({
    siteName: name,
    hasSeal: logo === '' && seal === 'name',
    ...states[state],
    posts: state === 'asking',
  });
}
