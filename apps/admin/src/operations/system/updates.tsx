import { Button } from 'antd';
import { exactTime } from '../../platform/day-time.ts';
import { DemoHint } from '../../platform/demo-hint.tsx';
import { api } from '../../platform/http-api.ts';
import { useAct } from '../../platform/use-act.ts';

export type UpdatesProps = { asked: { at: string; failure: string } | null; newer: string; onAsked: () => void };

/** What came of asking for a newer version, and a way to ask now. Only where the owner has allowed to ask. */
export function Updates({ asked, newer, onAsked }: UpdatesProps) {
  const { doing, act } = useAct();
  const ask = async () => {
    await act('ask', async () => {
      const { newer } = await api.system.askUpdates();
      return newer ? `有新版本 ${newer}` : '已经是最新版本';
    });
    onAsked();
  };
  return (
    <p className="asked">
      <span>
        {asked ? `${exactTime(asked.at)} 检查过：` : '还没有检查过。'}
        {asked?.failure}
        {asked && !asked.failure && (newer ? <b>有新版 {newer}</b> : '已经是最新版本')}
      </span>
      <DemoHint>
        {(isDemo) => (
          <Button size="small" disabled={isDemo} loading={doing === 'ask'} onClick={ask}>
            立即检查
          </Button>
        )}
      </DemoHint>
    </p>
  );
}
