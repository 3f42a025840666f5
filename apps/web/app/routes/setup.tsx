import { Failure, isFailure } from '@mojian/contract/failures';
import { type FormEvent, useState } from 'react';
import { Link, type MetaFunction } from 'react-router';
import { httpApi } from '../http-api.ts';
import './setup.css';

export const meta: MetaFunction = () => [{ title: '设好站长账号' }, { name: 'robots', content: 'noindex' }];

type State = { step: 'filling' | 'sending' | 'done'; refusal?: Failure };

export default function SetupRoute() {
  const [{ step, refusal }, setState] = useState<State>({ step: 'filling' });

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const {
      nickname = '',
      email = '',
      password = '',
    } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const token = new URLSearchParams(location.search).get('token') ?? '';
    setState({ step: 'sending' });
    try {
      await httpApi.setup.claim({ body: { token, nickname, email, password } });
      history.replaceState(history.state, '', '/setup'); // the link is dead: it need not stay in the history
      setState({ step: 'done' });
    } catch (error) {
      setState({ step: 'filling', refusal: isFailure(error) ? error : new Failure('unexpected') });
    }
  };

  return (
    <main id="main" className="wrap setup">
      <section className="sheet">
        {step === 'done' ? <Done /> : <SetupForm send={send} busy={step === 'sending'} refusal={refusal} />}
      </section>
    </main>
  );
}

type FormProps = { send: (event: FormEvent<HTMLFormElement>) => void; busy: boolean; refusal: Failure | undefined };

function SetupForm({ send, busy, refusal }: FormProps) {
  return (
    <form onSubmit={send} noValidate>
      <h1>设好站长账号</h1>
      <p className="sub">这个链接只能用一次。账号设好之后，它就失效了。</p>
      <Field name="nickname" label="昵称" type="text" autoComplete="nickname" refusal={refusal} />
      <Field name="email" label="邮箱" type="email" autoComplete="email" refusal={refusal} />
      <Field
        name="password"
        label="密码（至少 8 个字符）"
        type="password"
        autoComplete="new-password"
        refusal={refusal}
      />
      {refusal && !['nickname', 'email', 'password'].includes(refusal.field ?? '') && (
        <p className="err" role="alert">
          {refusal.message}
        </p>
      )}
      <button className="btn seal-b wide" type="submit" disabled={busy}>
        {busy ? '正在保存……' : '设好账号'}
      </button>
      <noscript>
        <p className="err">这一页需要打开浏览器的脚本。</p>
      </noscript>
    </form>
  );
}

type FieldProps = { name: string; label: string; type: string; autoComplete: string; refusal: Failure | undefined };

function Field({ name, label, type, autoComplete, refusal }: FieldProps) {
  const refused = refusal?.field === name;
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        name={name}
        type={type}
        autoComplete={autoComplete}
        aria-invalid={refused}
        aria-describedby={refused ? `${name}-err` : undefined}
      />
      {refused && (
        <span className="err" id={`${name}-err`} role="alert">
          {refusal.message}
        </span>
      )}
    </label>
  );
}

function Done() {
  return (
    <>
      <h1>站长账号已经设好</h1>
      <p className="sub">邮箱与密码请记牢。现在可以把自己的文章导进来，或先看看站点的样子。</p>
      <Link className="btn seal-b wide" to="/">
        去首页
      </Link>
    </>
  );
}
