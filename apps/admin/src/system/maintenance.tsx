import type { SettingsGroupValue } from '@mojian/contract/admin/settings';
import type { Value } from '@mojian/contract/admin/settings-fields/field';
import { groupNamed } from '@mojian/contract/admin/settings-fields/sections';
import { App, Button, Result, Skeleton } from 'antd';
import type { FormEvent } from 'react';
import { DemoHint } from '../demo-hint.tsx';
import { api } from '../http-api.ts';
import type { Facts } from '../settings/beside.tsx';
import { GroupCard } from '../settings/group-card.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { useOffice } from '../shell/use-office.ts';
import { useCall } from '../use-call.ts';
import { Updates, type UpdatesProps } from './updates.tsx';
import '../settings/settings.css';

const group = groupNamed('system');
const { name } = group;
/** Nothing of it is tried out here, and none of its fields tells an address. */
const facts: Facts = { siteUrl: '', storage: '', hasSmtpUrl: false };

/** Closes the site to writing, and says whether it asks for newer versions. */
export function Maintenance(updates: UpdatesProps) {
  const { answer, failure, reload } = useCall(api.settings.list);
  return (
    <section className="card s6 maintenance">
      {failure && !answer && (
        <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />
      )}
      {!answer && !failure && <Skeleton active className="in" />}
      {answer && <Fields initial={answer} updates={updates} />}
    </section>
  );
}

/** As on the screen of the settings: what somebody else saved meanwhile takes nothing away that was typed here. */
function Fields({ initial, updates }: { initial: SettingsGroupValue[]; updates: UpdatesProps }) {
  const { message } = App.useApp();
  const settings = useSettings(initial);
  const isLocked = !useOffice().may('settings.change');
  const value = settings.currentOf(name);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const said = saidOf(settings.savedOf(name), value);
    if ((await settings.save()).length === 0) message.success(said);
  };

  return (
    <form onSubmit={save} noValidate>
      <GroupCard
        group={group}
        value={value}
        changed={settings.changed.flatMap(({ fields }) => fields)}
        refused={settings.refused[name]}
        isLocked={isLocked}
        facts={facts}
        currentOf={settings.currentOf}
        onChange={(next) => settings.change(name, next)}
        catchUp={(keep) => settings.catchUp(name, { keep })}
      />
      <div className="ways">
        <DemoHint>
          {(isDemo) => (
            <Button type="primary" htmlType="submit" loading={settings.isSaving} disabled={isDemo}>
              保存
            </Button>
          )}
        </DemoHint>
        {settings.savedOf(name).updates === true && <Updates {...updates} />}
      </div>
    </form>
  );
}

function saidOf(before: Value, after: Value) {
  if (after.maintenance) return '保存好了，现在读者只能阅读';
  return before.maintenance ? '保存好了，读者又能写了' : '保存好了';
}
