import type { Group } from '@mojian/contract/core/settings-fields/field';
import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import type { SetupStep } from '@mojian/contract/operations/setup';
import { Button, Result } from 'antd';
import { useCallback, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Facts, GroupCard } from '../../core/settings/group-card.tsx';
import type { useSettingsEdits } from '../../core/settings/use-settings.tsx';
import { RestoredScreen, useRestoring } from '../backups/restoring.tsx';
import '../backups/backups.css';
import { RemoveSample } from './remove-sample.tsx';

type Step = { title: string; text: string; group?: Group };

export const steps: Record<SetupStep, Step> = {
  identity: {
    title: '站点',
    text: '别人怎样叫这里。随时可以在站点设置里改。',
    group: groupWithFields('identity', ['name', 'tagline', 'logo']),
  },
  author: {
    title: '作者',
    text: '首页名片与每篇文章旁边的你。',
    group: groupWithFields('author', ['name', 'avatar', 'intro']),
  },
  start: {
    title: '建站日期',
    text: '页脚的「本站已运行」与版权的年份从这天数起。随时可以在站点设置的「页脚」里改成别的日子。',
  },
  sample: {
    title: '示例内容',
    text: '站里已有几篇文章、说说与友链，示范可以怎样写。可以保留，也可以全部删除。',
  },
  mail: {
    title: '邮件',
    text: '验证码与提醒都靠它寄出。没有发信服务器也能开站，只是验证码、找回密码与提醒都寄不出，新会员注册要你在后台通过。以后再填不迟；填好后，先保存，再发送一封测试邮件。',
    group: groupWithFields('mail'),
  },
  look: {
    title: '外观',
    text: '纸与墨之外，只有一种颜色。选一种你喜欢的，站里处处随它；再定读者一打开看到的是浅色还是深色。',
    group: groupWithFields('look'),
  },
};

/** A settings group reduced to the fields a newcomer is asked for. */
function groupWithFields(name: string, fields?: string[]): Group {
  const whole = groupNamed(name);
  return fields ? { ...whole, fields: whole.fields.filter(({ path }) => fields.includes(path)) } : whole;
}

/** `done` and `skip` open the next step and resolve to whether they succeeded. */
type StepActions = { isBusy: boolean; done: () => Promise<boolean>; skip: () => Promise<boolean> };

type Props = StepActions & { group: Group; settings: ReturnType<typeof useSettingsEdits>; facts: Facts };

/** Saves like the settings screen: refused fields keep what was typed. */
export function SettingsStep({ group, settings, facts, isBusy, done, skip }: Props) {
  const { name, tests } = group;
  const changed = settings.changed.find((one) => one.group.name === name)?.fields ?? [];
  const [isStaying, setStaying] = useState(false);
  const goOn = async () => {
    const refused = await settings.save();
    if (refused.length === 0) await done();
  };
  const stay = async () => {
    setStaying(true);
    await settings.save().finally(() => setStaying(false));
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
      <div className="button-row">
        <Button
          type="primary"
          htmlType="submit"
          loading={!isStaying && (isBusy || settings.isSaving)}
          disabled={isStaying}
        >
          保存，下一步
        </Button>
        {tests && (
          <Button onClick={stay} loading={isStaying} disabled={isBusy || changed.length === 0}>
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

export function SampleStep({ hasSample, isBusy, done, skip }: StepActions & { hasSample: boolean }) {
  if (!hasSample)
    return (
      <div className="button-row">
        <p>站里没有示例内容。</p>
        <Button type="primary" onClick={done} loading={isBusy}>
          下一步
        </Button>
      </div>
    );
  return (
    <div className="button-row">
      <Button type="primary" onClick={done} loading={isBusy}>
        保留
      </Button>
      <RemoveSample isBusy={isBusy} onGone={done} />
      <Button type="text" onClick={skip} disabled={isBusy}>
        跳过
      </Button>
    </div>
  );
}

export function RestoreOldSite() {
  const navigate = useNavigate();
  const goHome = useCallback(() => navigate('/'), [navigate]);
  const { list, failure, isOut, reload, pick, going, listOf, dialog } = useRestoring(goHome);
  const brought = list?.backups.filter(({ reason }) => reason === 'uploaded' || reason === null) ?? [];
  if (isOut) return <RestoredScreen to="/admin" />;
  return (
    <div className="setup">
      <header>
        <h1>把旧站搬进来</h1>
        <Link to="/setup">不迁移，逐步设置</Link>
      </header>
      <ol className="bullets setup-moving-in">
        <li>在旧站的「备份」里点「立即备份」，下载那一份。</li>
        <li>在这里传上来。</li>
        <li>点它的「恢复…」：先预览一遍，看看会变成什么样，确认之后才开始。</li>
      </ol>
      <p>恢复好之后，请用旧站的账号登录：刚才建的站长账号就不在了，建站的几步也不用填了。</p>
      <div className="backups">
        <div className="button-row">{pick}</div>
        {going}
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        {brought.length > 0 && listOf(brought)}
      </div>
      {dialog}
    </div>
  );
}
