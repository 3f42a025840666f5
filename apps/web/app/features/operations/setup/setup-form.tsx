import { type FormEvent, useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { useSending } from '../../../ui/use-sending.ts';

export type Owner = { nickname: string; email: string; password: string };

type Props = {
  claim: (owner: Owner) => Promise<void>;
  /** Whether the link has been asked about. */
  isReady: boolean;
};

const names = ['nickname', 'email', 'password'] as const;

/**
 * The owner's account: the first step of a new site. What was typed stays when it is refused, and from before the script
 * was there: the fields are the browser's own, and read when they are sent.
 */
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
        {...{ name: 'password', label: '密码（至少 8 个字符）', type: isShown ? 'text' : 'password', refusal }}
        autoComplete="new-password"
        beside={
          <button type="button" className="quiet-link" onClick={() => setShown(!isShown)}>
            {isShown ? '隐藏密码' : '显示密码'}
          </button>
        }
      />
      {refusal && !isOfField && (
        <p className="err" role="alert">
          {refusal.message}
        </p>
      )}
      <button className="btn seal-b wide" type="submit" disabled={isBusy || !isReady}>
        {isBusy ? '正在保存……' : '创建账号'}
      </button>
      <noscript>
        <p className="err">这一页需要打开浏览器的脚本。</p>
      </noscript>
    </form>
  );
}
