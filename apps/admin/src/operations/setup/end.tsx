import type { SetupProgress } from '@mojian/contract/operations/setup-admin';
import { Button } from 'antd';
import { Link } from 'react-router';
import { stampOf } from '../../platform/shell/stamp.ts';
import { useOffice } from '../../platform/shell/use-office.ts';

type Props = { progress: SetupProgress; finish: () => Promise<boolean>; isBusy: boolean };

/** Behind the last step: what was skipped may still be looked at; closed, the set-up never comes back. */
export function End({ progress: { isOver, steps }, finish, isBusy }: Props) {
  const { site } = useOffice();
  const skipped = steps.filter(({ state }) => state !== 'done').length;
  if (isOver)
    return (
      <div className="setup end">
        <img src={stampOf(site)} alt="" width={56} height={56} />
        <h1>站点已经收拾好了</h1>
        <p>名字、样子与其余的一切，都在站点设置里。</p>
        <div className="ways">
          <Button type="primary" href="/newposts">
            写第一篇
          </Button>
          <Button href="/">查看站点</Button>
          <Link to="/">进入后台</Link>
        </div>
      </div>
    );
  return (
    <div className="setup end">
      <h1>都看过了，可以结束建站</h1>
      <p>
        {skipped > 0 ? `跳过的 ${skipped} 步，现在或以后都可以在站点设置里补上。` : '每一步都做好了。'}
        结束之后，后台不再提醒建站。
      </p>
      <div className="ways">
        <Button type="primary" onClick={finish} loading={isBusy}>
          结束建站
        </Button>
        <Link to={{ search: `?step=${steps[0]?.name}` }}>返回查看</Link>
      </div>
    </div>
  );
}
