import type { Me } from '@mojian/contract/core/sessions';
import type { CallsOf } from '../../../calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { FormEnd } from '../../core/forms/form-end.tsx';
import { NewPasswordField } from '../../core/forms/new-password-field.tsx';
import { useForm } from '../../core/forms/use-form.ts';
import { PresentPassword } from './present-password.tsx';

type Props = {
  me: Me;
  calls: CallsOf<'accounts'>;
  keepMe: (me: Me) => void;
  /** The other devices have been logged out. */
  onChanged: () => void;
  close: () => void;
};

/** Sets another password, or the first. */
export function PasswordDialog({ me, calls, keepMe, onChanged, close }: Props) {
  const { errors, busy, form } = useForm({
    required: { ...(me.hasPassword && { present: '请输入密码' }), password: '请输入密码' },
    async send({ present = '', password = '' }) {
      await calls.accounts.changePassword({ body: { present, password } });
      keepMe({ ...me, hasPassword: true });
      onChanged();
      toast('success', '修改成功');
      close();
    },
  });
  return (
    <CardDialog
      title={me.hasPassword ? '修改密码' : '设置密码'}
      line="改过之后，其他设备上的登录会一并退出。"
      close={close}
    >
      <form className="f" {...form}>
        {/* for password managers: whose password this is */}
        <input type="hidden" name="email" autoComplete="username" value={me.email ?? ''} />
        <input type="hidden" name="nickname" value={me.nickname} />
        {me.hasPassword && <PresentPassword name="present" errors={errors} />}
        <NewPasswordField label="新密码" placeholder="新密码" errors={errors} />
        <FormEnd errors={errors} busy={busy} isProving={false}>
          保存
        </FormEnd>
      </form>
    </CardDialog>
  );
}
