import type { Me } from '@mojian/contract/core/sessions';
import type { CallsOf } from '../../../calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { CodeField } from '../../core/forms/code-field.tsx';
import { FormEnd } from '../../core/forms/form-end.tsx';
import { LineField } from '../../core/forms/line-field.tsx';
import { useForm } from '../../core/forms/use-form.ts';
import { useProof } from '../../core/forms/use-proof.ts';
import { PresentPassword } from './present-password.tsx';

type Props = {
  me: Me;
  calls: CallsOf<'accounts' | 'captcha'>;
  keepMe: (me: Me) => void;
  close: () => void;
};

/** Adds a mailbox or puts another in its place, proven by a code sent there. */
export function EmailDialog({ me, calls, keepMe, close }: Props) {
  const { prove, isProving } = useProof(calls.captcha.challenge);
  const { errors, busy, blame, form } = useForm({
    required: { email: '请输入邮箱', code: '请输入验证码', ...(me.hasPassword && { password: '请输入密码' }) },
    async send({ email = '', code = '', password = '' }) {
      await calls.accounts.changeEmail({ body: { email, code, password } });
      keepMe({ ...me, email: email.trim().toLowerCase(), proposeEmail: false });
      toast('success', '修改成功');
      close();
    },
  });
  const sendCode = (email: string) => prove((captcha) => calls.accounts.sendEmailCode({ query: { email, captcha } }));
  return (
    <CardDialog
      title={me.email ? '更换邮箱' : '添加邮箱'}
      line={me.email ? `现在的是 ${me.email}` : '有了邮箱，可以用它登录，也可以收信。'}
      close={close}
    >
      <form className="f" {...form}>
        <LineField
          name="email"
          label="新邮箱"
          placeholder={me.email ? '新的邮箱' : '邮箱'}
          icon="mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          errors={errors}
        />
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('email', error)} />
        {me.hasPassword && <PresentPassword name="password" errors={errors} />}
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          {me.email ? '更换' : '添加'}
        </FormEnd>
      </form>
    </CardDialog>
  );
}
