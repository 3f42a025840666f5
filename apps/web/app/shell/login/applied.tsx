import { Icon } from '@mojian/ui/icon';

type Props = { email: string; canMail: boolean; close: () => void };

/** After an application: what happens next, and what to do. */
export function Applied({ email, canMail, close }: Props) {
  return (
    <div className="login-words" role="status">
      <p>
        <b>
          <Icon name="ok" />
          申请已提交，正在等站长通过。
        </b>
      </p>
      <p>
        {canMail ? `结果会寄到 ${email}。` : '本站还不能寄信，过些时候再来登录看看。'}
        通过之后，用这个邮箱和刚才的密码登录；没有通过，登录时会看到原因。
      </p>
      <button className="btn seal-b wide" type="button" onClick={close}>
        知道了
      </button>
    </div>
  );
}
