import type { Value } from '@mojian/contract/core/settings-fields/field';
import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import { OneGroup } from '../../core/settings/one-group.tsx';
import { Updates, type UpdatesProps } from './updates.tsx';

const group = groupNamed('system');

/** Closes the site to writing, and says whether it asks for newer versions. */
export function Maintenance(updates: UpdatesProps) {
  return (
    <section className="card s6">
      <OneGroup group={group} said={saidOf} more={(saved) => saved.updates === true && <Updates {...updates} />} />
    </section>
  );
}

function saidOf(before: Value, after: Value) {
  if (after.maintenance) return '已保存，现在读者只能阅读';
  return before.maintenance ? '已保存，读者又能写了' : '已保存';
}
