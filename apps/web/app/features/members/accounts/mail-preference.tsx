import type { Me } from '@mojian/contract/core/sessions';
import type { CallsOf } from '../../../calls.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';

type Props = { me: Me; calls: CallsOf<'accounts'>; keepMe: (me: Me) => void };

/** Whether replies come by mail as well. It turns at once, and back if it was refused. */
export function MailPreference({ me, calls, keepMe }: Props) {
  const { isBusy, send } = useSending();
  const toggle = async () => {
    if (isBusy) return;
    const mailOnReply = !me.mailOnReply;
    keepMe({ ...me, mailOnReply });
    const done = await send(() => calls.accounts.changePreferences({ body: { mailOnReply } }));
    if (done) toast('success', '修改成功');
    else keepMe(me);
  };
  return (
    <li>
      <span>
        <span id="mail-on-reply">有人回复时发邮件给我</span>
        {!me.email && <span className="note">要先有邮箱</span>}
      </span>
      <button
        className="toggle"
        type="button"
        role="switch"
        aria-checked={me.mailOnReply}
        aria-labelledby="mail-on-reply"
        onClick={toggle}
      />
    </li>
  );
}
