import type { Me } from '@mojian/contract/core/sessions';
import type { Claimable } from '@mojian/contract/members/guests';
import type { CallsOf } from '../../../api/calls.ts';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { figures } from '../../../ui/figures.ts';
import { toast } from '../../../ui/toast.ts';
import { CodeField, FormEnd } from '../../core/forms/fields.tsx';
import { useForm, useProof } from '../../core/forms/use-form.ts';

type Props = {
  me: Me;
  claimable: Claimable;
  /** Called with what is left. */
  change: (left: Claimable) => void;
  calls: CallsOf<'accounts' | 'captcha' | 'guests'>;
  close: () => void;
};

export const nothingToClaim: Claimable = { count: 0, names: [] };

/** Takes over texts imported from an earlier site, proven by a code sent to the member's own mailbox. */
export function ClaimDialog({ me, claimable, change, calls, close }: Props) {
  const { prove, isProving } = useProof(calls.captcha.challenge);
  const { errors, busy, blame, form } = useForm({
    required: { code: '请输入验证码' },
    async send({ code = '' }) {
      const { count } = await calls.guests.claim({ body: { code } });
      change(nothingToClaim);
      toast('success', `已认领 ${count} 条文字`);
      close();
    },
  });
  const sendCode = (email: string) => prove((captcha) => calls.accounts.sendEmailCode({ query: { email, captcha } }));
  return (
    <CardDialog title="认领从前写的文字" line={summaryOf(claimable)} close={close}>
      <form className="fields" {...form}>
        {/* mailbox the code is sent to */}
        <input type="hidden" name="email" value={me.email ?? ''} />
        <CodeField errors={errors} sendCode={sendCode} onRefused={(error) => blame('code', error)} />
        <FormEnd errors={errors} busy={busy} isProving={isProving}>
          认领
        </FormEnd>
      </form>
    </CardDialog>
  );
}

const namesShown = 5;

function summaryOf({ count, names }: Claimable) {
  const some = names.slice(0, namesShown).join('、');
  return `用你的邮箱写过的 ${figures(count)} 条文字在旧站上或以访客的名义写过，署名是${some}${names.length > namesShown ? '等' : ''}。凭寄到你邮箱的验证码认领，之后改用你的昵称与头像，不能撤销。`;
}
