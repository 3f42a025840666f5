import { useEffect, useState } from 'react';
import { useCountdown } from '../../features/core/forms/use-countdown.ts';
import { httpApi } from '../../http-api.ts';
import { toast } from '../../ui/toast.ts';

/** Milliseconds a code lives. */
const lifetime = 60_000;

type Asked = { code: string; account: string; qrCode: string; until: number };
type State = 'asking' | 'waiting' | 'over' | 'failed';

/** A login code and the seconds it has left. `expire` ends it early, `renew` asks for another. */
export function useWechatCode() {
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<Asked>();
  const [ended, setEnded] = useState<'over' | 'failed'>();
  const left = useCountdown(asked && !ended ? asked.until : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    let gone = false;
    setAsked(undefined);
    setEnded(undefined);
    const take = ({ data: code, extra }: { data: string; extra: { account: string; qrCode: string } }) => {
      if (gone) return;
      toast('success', '验证码获取成功');
      setAsked({ code, ...extra, until: Date.now() + lifetime });
    };
    httpApi.wechat.loginCode().then(take, () => !gone && setEnded('failed'));
    return () => {
      gone = true;
    };
  }, [round]);
  const running: State = asked ? (left > 0 ? 'waiting' : 'over') : 'asking';
  return {
    asked,
    left,
    state: ended ?? running,
    expire: () => setEnded('over'),
    renew: () => setRound(round + 1),
  };
}
