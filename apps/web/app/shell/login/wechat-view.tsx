import type { SignedIn } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import { type FailureId, isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import { httpApi } from '../../api/http-api.ts';
import { useCountdown } from '../../features/core/forms/use-countdown.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.ts';
import { enter, goToProvider, type LoginViewName } from './enter.ts';
import './wechat-view.css';

/** WeChat's number in `loginTypeList`. */
const wechat = 5;

type Props = { site: SiteInfo; close: () => void; show: (name: LoginViewName) => void };

/** Login by a code that the reader sends to the official account. */
export function WechatView({ site, close, show }: Props) {
  const { request, left, state, expire, renew } = useWechatCode();
  const arrive: typeof enter = (member) => {
    enter(member);
    close();
  };
  useWechatPoll(state === 'waiting' ? request?.code : undefined, arrive, expire);
  const isOver = state === 'over' || state === 'failed';
  return (
    <div className="wechat-view stack gap-3-5">
      {request ? <WechatAccount {...request} isOver={isOver} /> : <div className="wechat-view-qr" />}
      <div role="alert">
        {state === 'over' && <p className="error">验证码已过期，请刷新后重试</p>}
        {state === 'failed' && <p className="error">登录码获取失败，请刷新后重试</p>}
      </div>
      {!isOver && (
        <p className="wechat-view-wait type-note sub">{request ? `等你回复，还剩 ${left} 秒` : '正在获取登录码……'}</p>
      )}
      <div className="row">
        <button className={isOver ? 'btn btn-seal btn-sm' : 'btn btn-sm'} type="button" onClick={renew}>
          <Icon name="refresh" />
          {isOver ? '刷新' : '刷新'}
        </button>
        <button className="btn quiet btn-sm" type="button" onClick={() => show('login')}>
          用密码登录
        </button>
      </div>
      {site.wechatWays.page && (
        <button className="login-page-way" type="button" onClick={() => goToProvider(wechat)}>
          或者去微信的页面登录
        </button>
      )}
    </div>
  );
}

type WechatAccountProps = { code: string; account: string; qrCode: string; isOver: boolean };

/** The official account and the code to send it. */
function WechatAccount({ code, account, qrCode, isOver }: WechatAccountProps) {
  const copy = async () => {
    const done = await copyText(code);
    if (done) toast('success', '登录码已复制');
    else toast('warning', '复制失败，请手动输入');
  };
  return (
    <>
      {qrCode && (
        <img
          className="wechat-view-qr"
          src={qrCode}
          alt={`公众号「${account}」的二维码`}
          width={168}
          height={168}
          data-over={isOver}
        />
      )}
      <button className="wechat-view-codeline ink" type="button" disabled={isOver} onClick={copy}>
        {code}
        <small className="dim">{account ? `发给公众号「${account}」，点一下即可复制` : '点一下即可复制'}</small>
      </button>
    </>
  );
}

/** Milliseconds until a code expires. */
const lifetime = 60_000;

type WechatCodeRequest = { code: string; account: string; qrCode: string; until: number };
type State = 'asking' | 'waiting' | 'over' | 'failed';

/** A login code and its remaining seconds. `expire` ends it early, `renew` fetches another. */
function useWechatCode() {
  const [round, setRound] = useState(0);
  const [request, setRequest] = useState<WechatCodeRequest>();
  const [ended, setEnded] = useState<'over' | 'failed'>();
  const left = useCountdown(request && !ended ? request.until : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each requested code
  useEffect(() => {
    let gone = false;
    setRequest(undefined);
    setEnded(undefined);
    const take = ({ data: code, extra }: { data: string; extra: { account: string; qrCode: string } }) => {
      if (gone) return;
      toast('success', '验证码获取成功');
      setRequest({ code, ...extra, until: Date.now() + lifetime });
    };
    httpApi.wechat.loginCode().then(take, () => !gone && setEnded('failed'));
    return () => {
      gone = true;
    };
  }, [round]);
  const running: State = request ? (left > 0 ? 'waiting' : 'over') : 'asking';
  return {
    request,
    left,
    state: ended ?? running,
    expire: () => setEnded('over'),
    renew: () => setRound(round + 1),
  };
}

/** Poll interval in milliseconds. */
const pollEvery = 1000;
/** Failures after which polling goes on. */
const passing: FailureId[] = ['pending', 'unavailable', 'unexpected', 'too-many-requests'];

/** Polls every second whether the code was sent. */
function useWechatPoll(code: string | undefined, enter: (member: SignedIn) => void, expire: () => void) {
  const onMember = useEffectEvent(enter);
  const onRefused = useEffectEvent(expire);
  useEffect(() => {
    if (code !== undefined)
      return poll(
        code,
        (member) => onMember(member),
        () => onRefused(),
      );
  }, [code]);
}

function poll(code: string, enter: (member: SignedIn) => void, expire: () => void) {
  let isAsking = false;
  let isOver = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    const member = await httpApi.wechat.isLogin({ query: { loginCode: code } }).catch((error) => {
      if (!isOver && !isPassing(error)) expire();
    });
    if (member && !isOver) enter(member);
    isAsking = false;
  };
  const timer = setInterval(ask, pollEvery);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

function isPassing(error: unknown) {
  return isFailure(error) && passing.includes(error.id);
}
