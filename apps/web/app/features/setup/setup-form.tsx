import { type FormEvent, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { useSending } from '../../ui/use-sending.ts';

export type Owner = { nickname: string; email: string; password: string };

type Props = {
  claim: (owner: Owner) => Promise<void>;
  /** Whether it is known that the link is good. */
  isReady: boolean;
};

/** The owner's account: the first step of a new site. What was typed stays when it is refused. */
export function SetupForm({ claim, isReady }: Props) {
  const [owner, setOwner] = useState<Owner>({ nickname: '', email: '', password: '' });
  const { isBusy, refusal, send } = useSending();
  const change = (part: Partial<Owner>) => setOwner((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(() => claim(owner));
  };
  const isOfField = refusal?.field !== undefined && refusal.field in owner;
  return (
    <form onSubmit={submit} noValidate>
      <h1>设好站长账号</h1>
      <p className="sub">这个链接只能用一次。账号设好之后，它就失效了；站点的名字与样子，接下来再设。</p>
      <Field
        {...{ name: 'nickname', label: '昵称', autoComplete: 'nickname', value: owner.nickname, refusal }}
        onChange={(nickname) => change({ nickname })}
      />
      <Field
        {...{ name: 'email', label: '邮箱', type: 'email', autoComplete: 'email', value: owner.email, refusal }}
        onChange={(email) => change({ email })}
      />
      <Field
        {...{ name: 'password', label: '密码（至少 8 个字符）', type: 'password', value: owner.password, refusal }}
        autoComplete="new-password"
        onChange={(password) => change({ password })}
      />
      {refusal && !isOfField && (
        <p className="err" role="alert">
          {refusal.message}
        </p>
      )}
      <button className="btn seal-b wide" type="submit" disabled={isBusy || !isReady}>
        {isBusy ? '正在保存……' : '设好账号'}
      </button>
      <noscript>
        <p className="err">这一页需要打开浏览器的脚本。</p>
      </noscript>
    </form>
  );
}
