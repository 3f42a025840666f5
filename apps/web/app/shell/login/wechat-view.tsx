import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { enter } from './enter.ts';
import { goToProvider } from './go-to-provider.ts';
import { useWechatCode } from './use-wechat-code.ts';
import { useWechatPoll } from './use-wechat-poll.ts';
import type { ViewIndex } from './views.ts';
import { WechatAccount } from './wechat-account.tsx';
import './wechat.css';

/** Its number in loginTypeList. */
const wechat = 5;

type Props = { site: SiteInfo; close: () => void; show: (index: ViewIndex) => void };

/** Logs in by a code that the reader sends to the official account. */
export function WechatView({ site, close, show }: Props) {
  const { asked, left, state, expire, renew } = useWechatCode();
  const arrive: typeof enter = (member) => {
    enter(member);
    close();
  };
  useWechatPoll(state === 'waiting' ? asked?.code : undefined, arrive, expire);
  const isOver = state === 'over' || state === 'failed';
  return (
    <div className="wxv">
      {asked ? <WechatAccount {...asked} isOver={isOver} /> : <div className="qr" />}
      <div role="alert">
        {state === 'over' && <p className="err">验证码已过期，请刷新后重试</p>}
        {state === 'failed' && <p className="err">登录码获取失败，请刷新后重试</p>}
      </div>
      {!isOver && <p className="wait">{asked ? `等你回复，还剩 ${left} 秒` : '正在获取登录码……'}</p>}
      <div className="row">
        <button className={isOver ? 'btn seal-b sm' : 'btn sm'} type="button" onClick={renew}>
          <Icon name="refresh" />
          {isOver ? '刷新' : '刷新'}
        </button>
        <button className="btn quiet sm" type="button" onClick={() => show(1)}>
          用密码登录
        </button>
      </div>
      {site.wechatWays.page && (
        <button className="page-way" type="button" onClick={() => goToProvider(wechat)}>
          或者去微信的页面登录
        </button>
      )}
    </div>
  );
}
