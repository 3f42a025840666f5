import { type FormEvent, useState } from 'react';
import { api, errorText, passwordQuestion } from '../http-api.ts';
import { Dialog } from './dialog.tsx';
import './confirm-password.css';

/** Asks for the password while a call waits for it. */
export function ConfirmPassword() {
  const settle = passwordQuestion.use();
  return settle && <PasswordDialog settle={settle} />;
}

function PasswordDialog({ settle }: { settle: (isConfirmed: boolean) => void }) {
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement;
    setBusy(true);
    try {
      await api.session.confirm({ body: { password: field.value } });
      settle(true);
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
      field.select();
    }
  };
  return (
    <Dialog name="请再输入一次你的密码" onClose={() => settle(false)}>
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
          <button className="button" type="button" onClick={() => settle(false)}>
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
