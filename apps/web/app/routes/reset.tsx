import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { type FormEvent, useState } from 'react';
import { Link, type MetaFunction } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import '../features/operations/setup/setup.css';

export const meta: MetaFunction = () => [{ title: '重设密码' }, { name: 'robots', content: 'noindex' }];

type State = { step: 'filling' | 'sending' | 'done'; refusal?: Failure };

/** Password reset by the staff's link, whose secret is in the hash, which is not sent to servers. */
export default function ResetRoute() {
  const [{ step, refusal }, setState] = useState<State>({ step: 'filling' });

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    const ticket = location.hash.slice(1);
    setState({ step: 'sending' });
    try {
      await httpApi.accounts.resetByLink({ body: { ticket, password } });
      history.replaceState(history.state, '', '/reset'); // removes the used link from the history
      setState({ step: 'done' });
    } catch (error) {
      setState({ step: 'filling', refusal: isFailure(error) ? error : new Failure('unexpected') });
    }
  };

  return (
    <main id="main" className="wrap setup">
      <section className="sheet">
        {step === 'done' ? <Done /> : <ResetForm send={send} busy={step === 'sending'} refusal={refusal} />}
      </section>
    </main>
  );
}

type FormProps = { send: (event: FormEvent<HTMLFormElement>) => void; busy: boolean; refusal: Failure | undefined };

function ResetForm({ send, busy, refusal }: FormProps) {
  return (
    <form onSubmit={send} noValidate>
      <h1>重设密码</h1>
      <p className="sub">这个链接只能用一次。密码改好之后，所有设备上的登录都会退出。</p>
      <label className="field">
        <span>新密码（至少 8 个字符）</span>
        <input
          className="input"
          name="password"
          type="password"
          autoComplete="new-password"
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal && 'password-err'}
        />
        {refusal && (
          <span className="error" id="password-err" role="alert">
            {refusal.message}
          </span>
        )}
      </label>
      <button className="btn btn-seal btn-wide" type="submit" disabled={busy}>
        {busy ? '正在保存……' : '重设密码'}
      </button>
      <noscript>
        <p className="error">这一页需要打开浏览器的脚本。</p>
      </noscript>
    </form>
  );
}

function Done() {
  return (
    <>
      <h1>密码已重设</h1>
      <p className="sub">现在用新密码登录。</p>
      <Link className="btn btn-seal btn-wide" to="/">
        返回首页
      </Link>
    </>
  );
}
