import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import { OneGroup } from '../../core/settings/one-group.tsx';

const group = {
  ...groupNamed('backup'),
  about: '到时候自己备份，做完再试着恢复一遍。试过的最后一份，不管多旧都留着。',
};

/** How often the site backs itself up, and how many of these it keeps. */
export function Schedule() {
  return (
    <section className="backup-card">
      <OneGroup group={group} />
    </section>
  );
}
