import type { Group } from '@mojian/contract/core/settings-fields/field';
import { Button } from 'antd';
import type { Facts } from '../../core/settings/beside.tsx';
import { GroupCard } from '../../core/settings/group-card.tsx';
import type { useSettings } from '../../core/settings/use-settings.ts';
import type { Ways } from './ways.ts';

type Props = Ways & { group: Group; settings: ReturnType<typeof useSettings>; facts: Facts };

/** A few settings. They are saved as on their own screen: what is refused stays as it was typed. */
export function SettingsStep({ group, settings, facts, isBusy, done, skip }: Props) {
  const { name, tests } = group;
  const changed = settings.changed.find((one) => one.group.name === name)?.fields ?? [];
  const goOn = async () => {
    const refused = await settings.save();
    if (refused.length === 0) await done();
  };
  const goPast = () => {
    settings.forget([name]);
    return skip();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <GroupCard
        group={group}
        value={settings.currentOf(name)}
        changed={changed}
        facts={facts}
        refused={settings.refused[name]}
        isLocked={false}
        currentOf={settings.currentOf}
        onChange={(value) => settings.change(name, value)}
        catchUp={(keep) => settings.catchUp(name, { keep })}
      />
      <div className="ways">
        <Button type="primary" htmlType="submit" loading={isBusy || settings.isSaving}>
          保存，下一步
        </Button>
        {tests && (
          <Button onClick={settings.save} disabled={isBusy || changed.length === 0}>
            保存
          </Button>
        )}
        <Button type="text" onClick={goPast} disabled={isBusy}>
          跳过
        </Button>
      </div>
    </form>
  );
}
