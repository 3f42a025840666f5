import { type FormEvent, useEffect, useState } from 'react';
import { api, errorText, passwordQuestion, readToken, signedOut } from '../http-api.ts';
import { Dialog } from './dialog.tsx';
import { loadOffice } from './office.tsx';
import './confirm-password.css';

/** Asks for the password while a call waits for it. */
export function ConfirmPassword() {
  const resolve = passwordQuestion.use();
  return resolve && <PasswordDialog resolve={resolve} />;
}

function PasswordDialog({ resolve }: { resolve: (isConfirmed: boolean) => void }) {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement;
    setBusy(true);
    try {
      await api.session.confirm({ body: { password: field.value } });
      resolve(true);
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
      field.select();
    }
  };
  return (
    <Dialog name="请再输入一次你的密码" onClose={() => resolve(false)}>
      <form className="confirm-password" onSubmit={confirm}>
        <h2>请再输入一次你的密码</h2>
        <p>这一步关系到账号与数据的安全，要确认是你本人；十分钟内不再问。</p>
        <label>
          现在的密码
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={fault !== ''}
            aria-describedby={fault ? 'password-fault' : undefined}
          />
        </label>
        {fault && (
          <p id="password-fault" role="alert">
            {fault}
          </p>
        )}
        <div>
          <button className="button" type="button" onClick={() => resolve(false)}>
            取消
          </button>
          <button className="button button-primary" type="submit" aria-disabled={isBusy}>
            确认
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Keeps the page and its input when the session ends; continues once there is a session again from another tab. */
export function SignedOut() {
  const isOut = signedOut.use();
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    if (!isOut) return;
    const look = setInterval(() => {
      if (!readToken()) return;
      signedOut.set(false);
      setBack(true);
      loadOffice();
    }, 500);
    return () => clearInterval(look);
  }, [isOut]);

  if (isOut)
    return (
      <Dialog key="out" name="登录已经失效" onClose={() => signedOut.set(false)}>
        <h2>登录已经失效</h2>
        <p>这一页填的都还在。请在新标签页里登录，再回到这里继续。</p>
        <a className="button button-primary" href="/?login" target="_blank" rel="noreferrer">
          去登录
        </a>
      </Dialog>
    );
  if (!isBack) return null;
  return (
    <Dialog key="back" name="已重新登录" onClose={() => setBack(false)}>
      <h2>已重新登录</h2>
      <p>刚才填的都还在，请再保存一次。</p>
      <button className="button button-primary" type="button" onClick={() => setBack(false)}>
        继续
      </button>
    </Dialog>
  );
}
