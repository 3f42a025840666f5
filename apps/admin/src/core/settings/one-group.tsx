import type { SettingsGroupValue } from '@mojian/contract/core/settings';
import type { Group, Value } from '@mojian/contract/core/settings-fields/field';
import { App, Button, Result, Skeleton } from 'antd';
import type { FormEvent } from 'react';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { DemoHint, useOffice } from '../../platform/shell/office.tsx';
import { type Facts, GroupCard } from './group-card.tsx';
import { useSettingsEdits, useUnsavedGuard } from './use-settings.tsx';
import './settings.css';

type Props = {
  group: Group;
  /** Message after saving, from the values before and after. */
  said?: (before: Value, after: Value) => string;
  /** Content beside the button, from the saved value. */
  more?: (saved: Value) => React.ReactNode;
};

/** No self-test runs here, and no field shows an address. */
const facts: Facts = { siteUrl: '', storage: '', hasSmtpUrl: false };

/** Shows one settings group on the screen it is about. */
export function OneGroup(props: Props) {
  const { answer, failure, reload } = useAnswer(['settings'], () => api.settings.list());
  return (
    <div className="one-group">
      {failure && !answer && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active className="card-body" />}
      {answer && <Fields initial={answer} {...props} />}
    </div>
  );
}

function Fields({ initial, group, said = () => '已保存', more }: Props & { initial: SettingsGroupValue[] }) {
  const { name } = group;
  const { message } = App.useApp();
  const settings = useSettingsEdits(initial);
  useUnsavedGuard(settings.changed.length > 0);
  const isLocked = !useOffice().may('settings.change');
  const value = settings.currentOf(name);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const words = said(settings.savedOf(name), value);
    if ((await settings.save()).length === 0) message.success(words);
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
      <div className="button-row">
        <DemoHint>
          {(isDemo) => (
            <Button type="primary" htmlType="submit" loading={settings.isSaving} disabled={isDemo}>
              保存
            </Button>
          )}
        </DemoHint>
        {more?.(settings.savedOf(name))}
      </div>
    </form>
  );
}
