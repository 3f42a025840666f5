import { Button } from 'antd';
import { Link } from 'react-router';
import { Confirm } from '../../platform/form/confirm.tsx';

type Props = { finish: () => Promise<boolean>; isBusy: boolean };

/** The ways past all that is left: to come back to it, or never to be reminded again. */
export function Later({ finish, isBusy }: Props) {
  return (
    <p className="later">
      <Link to="/">先去后台，回头接着做</Link>
      <Confirm
        title="跳过余下的每一步？"
        description="后台不再提醒建站；没做的随时可以在站点设置里补上。"
        okText="跳过余下的"
        onConfirm={finish}
      >
        <Button type="text" size="small" disabled={isBusy}>
          跳过余下的，不再提醒
        </Button>
      </Confirm>
    </p>
  );
}
