import { Icon } from '@mojian/ui/icon';
import { dayTime } from '../../platform/day-time.ts';
import type { Backups } from './use-backups.ts';

/** What the owner most wants to know: is there a backup that was seen to work. */
export function Proven({ proven, lastScheduled }: Pick<Backups, 'proven' | 'lastScheduled'>) {
  return (
    <section className="proven" data-good={proven !== null}>
      <Icon name={proven ? 'ok' : 'warn'} />
      <div>
        {proven ? (
          <>
            <h2>{dayTime(proven.createdAt)} 的备份能用</h2>
            <p>{dayTime(proven.provenAt)} 把它恢复到一个临时的地方，逐行逐图核对过，都对得上。</p>
          </>
        ) : (
          <>
            <h2>还没有试恢复过的备份</h2>
            <p>定时备份完成后会自动试恢复一遍；也可以在下面点「试恢复」。没有试恢复过的备份，不保证能用。</p>
          </>
        )}
        {lastScheduled?.failure && (
          <p className="bad">
            最近一次定时备份（{dayTime(lastScheduled.createdAt)}）出了问题：{lastScheduled.failure}
          </p>
        )}
      </div>
    </section>
  );
}
