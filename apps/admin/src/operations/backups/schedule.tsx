import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import { OneGroup } from '../../core/settings/one-group.tsx';

const group = {
  ...groupNamed('backup'),
  about: '到时间自动备份，完成后再试恢复一遍。试恢复过的最后一份一直保留。',
};

/** How often the site backs itself up, and how many of these it keeps. */
export function Schedule() {
  return (
    <section className="backup-card">
      <OneGroup group={group} />
    </section>
  );
}
