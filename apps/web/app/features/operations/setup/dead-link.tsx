import { Link } from 'react-router';
import type { LinkState } from './use-link.ts';

const words: Record<Exclude<LinkState, 'looking' | 'good'>, { title: string; text: string }> = {
  used: {
    title: '这个站点已经有站长了',
    text: '一次性链接用过就失效，不会再开。站长请直接登录，其余的事都在后台。',
  },
  wrong: {
    title: '链接不是最新的',
    text: '每次启动都会印出一个新的一次性链接，从前的随即失效。请到启动站点的窗口或日志里，找最近的那一个。',
  },
  none: {
    title: '链接不完整',
    text: '请打开启动站点时印出的整条链接，包括 token= 之后的部分。',
  },
};

/** Why there is no form, and what helps. */
export function DeadLink({ state }: { state: keyof typeof words }) {
  const { title, text } = words[state];
  return (
    <>
      <h1>{title}</h1>
      <p className="sub">{text}</p>
      {state === 'used' && (
        <a className="btn seal-b wide" href="/?login=/admin">
          站长登录
        </a>
      )}
      <Link className="btn wide" to="/">
        返回首页
      </Link>
    </>
  );
}
