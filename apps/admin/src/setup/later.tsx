import { Button } from 'antd';
import { Link } from 'react-router';
import { Confirm } from '../form/confirm.tsx';

type Props = { finish: () => Promise<boolean>; isBusy: boolean };

/** The ways past all that is left: to come back to it, or never to be reminded again. */
export function Later({ finish, isBusy }: Props) {
  return (
    <p className="later">
      <Link to="/">以后再说</Link>
      <Confirm
        title="不再提起建站？"
        description="没做的都算跳过，随时可以在站点设置里补上。"
        okText="全部跳过"
        onConfirm={finish}
      >
        <Button type="text" size="small" disabled={isBusy}>
          全部跳过
        </Button>
      </Confirm>
    </p>
  );
}
