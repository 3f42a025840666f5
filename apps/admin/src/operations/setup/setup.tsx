import type { SetupProgress, SetupStep } from '@mojian/contract/operations/setup';
import { isFailure } from '@mojian/contract/platform/failures';
import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { useSettingsEdits } from '../../core/settings/use-settings.tsx';
import { Confirm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { siteSeal, useOffice } from '../../platform/shell/office.tsx';
import { StartStep } from './start-date.tsx';
import { RestoreOldSite, SampleStep, SettingsStep, steps } from './steps.tsx';
import './setup.css';

export async function loader() {
  const [progress, settings, facts] = await Promise.all([api.setup.read(), api.settings.list(), api.selfTests.facts()]);
  return { progress, settings, facts };
}

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { progress, here, ...setup } = useSetup(loaded.progress);
  const settings = useSettingsEdits(loaded.settings);
  const [address] = useSearchParams();
  if (address.get('way') === 'backup' && !progress.isOver) return <RestoreOldSite />;
  if (!here) return <SetupEnd progress={progress} finish={setup.finish} isBusy={setup.isBusy} />;

  const { title, text, group } = steps[here];
  const ways = { isBusy: setup.isBusy, done: () => setup.mark(here, 'done'), skip: () => setup.mark(here, 'skipped') };
  return (
    <div className="setup">
      <header>
        <h1>把站点收拾好</h1>
        <SkipSetup finish={setup.finish} isBusy={setup.isBusy} />
      </header>
      <p className="setup-moving">
        <span>从旧的墨笺搬来？整个站点可以恢复成原来的样子，这几步就都不用填了。</span>
        <Link to="?way=backup">我有一份备份</Link>
      </p>
      <StepList progress={progress} here={here} />
      <section aria-labelledby="step">
        <h2 id="step">{title}</h2>
        <p>{text}</p>
        {group && <SettingsStep key={here} {...ways} group={group} settings={settings} facts={loaded.facts} />}
        {here === 'start' && <StartStep {...ways} settings={settings} />}
        {here === 'sample' && <SampleStep {...ways} hasSample={progress.hasSample} />}
      </section>
    </div>
  );
}

const stepStates = { due: '', done: '（已完成）', skipped: '（已跳过）' };

function StepList({ progress, here }: { progress: SetupProgress; here: SetupStep }) {
  return (
    <ol className="setup-path">
      {progress.steps.map(({ name, state }) => (
        <li key={name}>
          <Link to={{ search: `?step=${name}` }} aria-current={name === here ? 'step' : undefined}>
            {state === 'done' && <Icon name="ok" />}
            <span className="setup-path-name">{steps[name].title}</span>
            <span className="visually-hidden">{stepStates[state]}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

type Props = { finish: () => Promise<boolean>; isBusy: boolean };

function SkipSetup({ finish, isBusy }: Props) {
  return (
    <p className="setup-later">
      <Link to="/">先进入后台，稍后继续</Link>
      <Confirm
        title="跳过剩余的步骤？"
        description="后台不再提醒建站；没做的随时可以在站点设置里补上。"
        okText="全部跳过"
        onConfirm={finish}
      >
        <Button type="text" size="small" disabled={isBusy}>
          全部跳过，不再提醒
        </Button>
      </Confirm>
    </p>
  );
}

type SetupEndProps = { progress: SetupProgress; finish: () => Promise<boolean>; isBusy: boolean };

function SetupEnd({ progress: { isOver, steps, hasSample }, finish, isBusy }: SetupEndProps) {
  const { site } = useOffice();
  const skipped = steps.filter(({ state }) => state !== 'done').length;
  if (isOver)
    return (
      <div className="setup setup-end">
        <img src={siteSeal(site)} alt="" width={56} height={56} />
        <h1>站点已经收拾好了</h1>
        <p>名字、样子与其余的一切，都在站点设置里。</p>
        {hasSample && (
          <p>
            站里还有示例内容。<Link to="/system#sample">删除示例内容</Link>
          </p>
        )}
        <div className="button-row">
          <Button type="primary" href="/newposts">
            写第一篇
          </Button>
          <Button href="/">查看站点</Button>
          <Link to="/">进入后台</Link>
        </div>
      </div>
    );
  return (
    <div className="setup setup-end">
      <h1>都看过了，可以结束建站</h1>
      <p>
        {skipped > 0 ? `跳过的 ${skipped} 步，现在或以后都可以在站点设置里补上。` : '每一步都做好了。'}
        结束之后，后台不再提醒建站。
      </p>
      <div className="button-row">
        <Button type="primary" onClick={finish} loading={isBusy}>
          结束建站
        </Button>
        <Link to={{ search: `?step=${steps[0]?.name}` }}>返回查看</Link>
      </div>
    </div>
  );
}

/** Follows the set-up: the server keeps what is done, the address the open step. */
function useSetup(initial: SetupProgress) {
  const { message } = App.useApp();
  const [progress, setProgress] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [address, setAddress] = useSearchParams();
  const requested = progress.steps.find(({ name }) => name === address.get('step'))?.name;
  const here = progress.isOver ? undefined : (requested ?? firstDue(progress));

  /** Resolves to false, with a message, when the call was refused. */
  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      message.error(isFailure(error) ? error.message : '操作失败，请重试');
      return false;
    } finally {
      setBusy(false);
    }
  };

  const mark = (step: SetupStep, state: 'done' | 'skipped') =>
    attempt(async () => {
      const now = await api.setup.mark({ body: { step, state } });
      setProgress(now);
      setAddress(nextOf(now, step));
    });

  const finish = () => attempt(async () => setProgress(await api.setup.finish()));

  return { progress, here, isBusy, mark, finish };
}

function firstDue({ steps }: SetupProgress) {
  return steps.find(({ state }) => state === 'due')?.name;
}

/** Address of the next step; after the last one, of whatever is still due. */
function nextOf({ steps }: SetupProgress, step: SetupStep): Record<string, string> {
  const next = steps[steps.findIndex(({ name }) => name === step) + 1]?.name;
  return next ? { step: next } : {};
}
