import { Button } from 'antd';
import { Link } from 'react-router';
import { Confirm } from '../../platform/form/confirm.tsx';

type Props = { finish: () => Promise<boolean>; isBusy: boolean };

/** The ways past all that is left: to come back to it, or never to be reminded again. */
export function Later({ finish, isBusy }: Props) {
  return (
    <p className="later">
      <Link to="/">先进入后台，稍后继续</Link>
      <Confirm
        title="跳过剩余的步骤？"
        description="后台不再提醒建站；没做的随时可以在站点设置里补上。"
        okText="全部跳过"
        onConfirm={finish}
      >
        <Button type="text" size="small" disabled={isBusy}>
          全部跳过，不再提醒
        </Button>
      </Confirm>
    </p>
  );
}
