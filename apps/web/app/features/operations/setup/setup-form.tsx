import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../../ui/field.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import './setup.css';

export type Owner = { nickname: string; email: string; password: string };

type Props = {
  claim: (owner: Owner) => Promise<void>;
  /** Whether the link has been checked. */
  isReady: boolean;
};

const names = ['nickname', 'email', 'password'] as const;

/** Owner account of a new site. Input survives refusals and typing before hydration: the fields are uncontrolled. */
export function SetupForm({ claim, isReady }: Props) {
  const { isBusy, refusal, send } = useSending();
  const [isShown, setShown] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [nickname, email, password] = names.map((name) => String(typed.get(name) ?? '')) as [string, string, string];
    send(() => claim({ nickname, email, password }));
  };
  const isOfField = names.some((name) => name === refusal?.field);
  return (
    <form onSubmit={submit} noValidate>
      <h1>创建站长账号</h1>
      <p className="sub">这个链接只能用一次。账号设好之后，它就失效了；站点的名字与样子，接下来再设。</p>
      <Field name="nickname" label="昵称" autoComplete="nickname" refusal={refusal} />
      <Field name="email" label="邮箱" type="email" autoComplete="email" refusal={refusal} />
      <Field
        name="password"
        label="密码（至少 8 个字符）"
        type={isShown ? 'text' : 'password'}
        refusal={refusal}
        autoComplete="new-password"
        beside={
          <button type="button" className="setup-reveal" onClick={() => setShown(!isShown)}>
            {isShown ? '隐藏密码' : '显示密码'}
          </button>
        }
      />
      {refusal && !isOfField && (
        <p className="error" role="alert">
          {refusal.message}
        </p>
      )}
      <button className="btn btn-seal btn-wide" type="submit" disabled={isBusy || !isReady}>
        {isBusy ? '正在保存……' : '创建账号'}
      </button>
      <noscript>
        <p className="error">这一页需要打开浏览器的脚本。</p>
      </noscript>
    </form>
  );
}

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

/** Shown for an invalid link. */
export function DeadLink({ state }: { state: keyof typeof words }) {
  const { title, text } = words[state];
  return (
    <>
      <h1>{title}</h1>
      <p className="sub">{text}</p>
      {state === 'used' && (
        <a className="btn btn-seal btn-wide" href="/?login=/admin">
          站长登录
        </a>
      )}
      <Link className="btn btn-wide" to="/">
        返回首页
      </Link>
    </>
  );
}

/** `none`: the address has no token. */
export type LinkState = 'looking' | 'good' | 'used' | 'wrong' | 'none';

type Check = (token: string) => Promise<{ state: 'good' | 'used' | 'wrong' }>;

/** Characters, slightly above any token's length. */
const longest = 100;

/**
 * Checks the link before anybody fills in the form in vain. Without a response it counts as good, and the server
 * decides on submission.
 */
export function useLink(check: Check) {
  const [state, setState] = useState<LinkState>('looking');
  const [token, setToken] = useState('');

  useEffect(() => {
    const found = new URLSearchParams(location.search).get('token') ?? '';
    setToken(found);
    if (!found) return setState('none');
    if (found.length > longest) return setState('wrong');
    check(found).then(
      (link) => setState(link.state),
      () => setState('good'),
    );
  }, [check]);

  return { state, token };
}
