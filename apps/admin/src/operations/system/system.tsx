import type { Value } from '@mojian/contract/core/settings-fields/field';
import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import type { adminSystem, LogLine } from '@mojian/contract/operations/system';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { logLevels } from '@mojian/contract/platform/rules';
import { Button, Empty, Result, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { OneGroup } from '../../core/settings/one-group.tsx';
import { useAction } from '../../platform/action.ts';
import { Confirm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { TextField } from '../../platform/listing/filters.tsx';
import { useAnswer } from '../../platform/query.ts';
import { ForInstaller } from '../../platform/shell/for-installer.tsx';
import { DemoHint, useOffice } from '../../platform/shell/office.tsx';
import { timeWithSeconds } from '../../platform/time.tsx';
import { HealthInSentences, healthSentence, useHealth } from '../office/health.tsx';
import { RemoveSample } from '../setup/remove-sample.tsx';
import { MoveDomain } from './move-domain.tsx';
import './system.css';
import { Updates, type UpdatesProps } from './updates.tsx';
import { Upgrade } from './upgrade.tsx';

export function Component() {
  const { may } = useOffice();
  const health = useHealth();
  const { answer, failure, reload } = useAnswer(['system'], () => api.system.show());
  if (failure && !answer)
    return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  if (!answer) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <>
      <div className="page-head">
        <h1>系统</h1>
        <p>
          {health.answer && healthSentence(health.answer.signs)}
          {answer.newer && <b>有新版 {answer.newer}。</b>}
        </p>
        <div className="page-acts">
          <Button onClick={health.reload}>再看一遍</Button>
        </div>
      </div>
      <div className="panels">
        <HealthInSentences />
        {may('system.upgrade') && <Upgrade />}
        <Maintenance lastCheck={answer.asked} release={answer} onChecked={reload} />
        <div className="system-side panels-6">
          {may('setup.finish') && <SampleContent />}
          <MoveDomain />
        </div>
        <section className="card panels-12 system-installer">
          <ForInstaller inCard>
            <div className="panels">
              <SystemActions search={answer.search} reload={reload} />
              <Environment answer={answer} />
              <Logs />
            </div>
          </ForInstaller>
        </section>
      </div>
    </>
  );
}

type Shown = Reply<typeof adminSystem.show>;

function Environment({ answer: { version, startedAt, environment } }: { answer: Shown }) {
  return (
    <div className="panels-6 card-body">
      <p className="ink-links">
        版本 {version}，{timeWithSeconds(startedAt)} 启动。站点启动时定下的，这里只看不改；密码与密钥不在这里。
        <Link to="/jobs">定时任务</Link>另有一页。
      </p>
      <dl className="system-environment">
        {environment.map(({ name, value, about }) => (
          <div key={name}>
            <dt>
              {about}
              <small>{name}</small>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function SystemActions({ search, reload }: { search: { indexed: number; articles: number }; reload: () => void }) {
  const { doing, act } = useAction();
  const clear = () =>
    act('clear', async () => {
      await api.system.clearPages();
      return '页面缓存已清空';
    });
  const rebuild = async () => {
    await act('rebuild', async () => `已重建，编入 ${(await api.system.rebuildSearch()).indexed} 篇`);
    reload();
  };
  return (
    <section className="panels-6">
      <ul className="rows system-handles card-body">
        <li>
          <span>
            清空页面缓存
            <small>每个页面下次打开时重新生成，可能稍慢</small>
          </span>
          <DemoHint>
            {(isDemo) => (
              <Button disabled={isDemo} loading={doing === 'clear'} onClick={clear}>
                清空
              </Button>
            )}
          </DemoHint>
        </li>
        <li>
          <span>
            重建检索
            <small>
              编入 {search.indexed} 篇，文章 {search.articles} 篇；重建时照常能搜
            </small>
          </span>
          <DemoHint>
            {(isDemo) => (
              <Confirm title="把全部文章重新编入，文章多时要一会儿。" onConfirm={rebuild}>
                <Button disabled={isDemo} loading={doing === 'rebuild'}>
                  重建
                </Button>
              </Confirm>
            )}
          </DemoHint>
        </li>
      </ul>
    </section>
  );
}

/** Stands here as long as anything of the first content is left. */
function SampleContent() {
  const { answer, reload } = useAnswer(['setup'], () => api.setup.read());
  if (!answer?.hasSample) return null;
  return (
    <section className="card" id="sample">
      <ul className="rows system-handles card-body">
        <li>
          <span>
            示例内容
            <small>建站时带来的文章、说说、留言、友链与导航；改动过的会保留</small>
          </span>
          <RemoveSample onGone={reload} />
        </li>
      </ul>
    </section>
  );
}

const systemGroup = groupNamed('system');

function Maintenance(updates: UpdatesProps) {
  return (
    <section className="card panels-6">
      <OneGroup
        group={systemGroup}
        said={savedText}
        more={(saved) => saved.updates === true && <Updates {...updates} />}
      />
    </section>
  );
}

function savedText(before: Value, after: Value) {
  if (after.maintenance) return '已保存，现在读者只能阅读';
  return before.maintenance ? '已保存，读者又能写了' : '已保存';
}

const levels: Record<LogLine['level'], string> = {
  debug: '调试',
  info: '信息',
  warn: '警告',
  error: '错误',
  fatal: '致命错误',
};
const followMs = 3000;
const colours = { debug: 'none', info: 'none', warn: 'warn', error: 'bad', fatal: 'bad' };

function Logs() {
  const [address, setAddress] = useSearchParams();
  const level = logLevels.find((name) => name === address.get('level')) ?? 'debug';
  const text = address.get('text') ?? '';
  const [isFollowing, setFollowing] = useState(false);
  const { answer, failure, reload } = useAnswer(
    ['system', 'logs', level, text],
    () => api.system.logs({ query: { level, text } }),
    { refetchInterval: isFollowing ? followMs : false },
  );
  const change = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <section className="panels-12 system-log">
      <header>
        <h2>日志</h2>
        <span>最近 500 行，密码与地址已遮去</span>
        <div className="row row-wrap system-log-filters">
          <LogFilters level={level} text={text} onChange={change} />
          <Button onClick={reload}>刷新</Button>
          <Button
            type={isFollowing ? 'primary' : 'default'}
            aria-pressed={isFollowing}
            onClick={() => setFollowing(!isFollowing)}
          >
            实时更新
          </Button>
        </div>
      </header>
      {failure && <p className="empty-note">{failure}</p>}
      {!answer && !failure && <Skeleton active className="card-body" />}
      {answer?.length === 0 && <Empty className="card-body" description="没有符合条件的日志" />}
      <ol className="rows system-logs">
        {answer?.map((line) => (
          <LogRow key={`${line.process} ${line.id}`} line={line} />
        ))}
      </ol>
    </section>
  );
}

type LogFiltersProps = {
  level: LogLine['level'];
  text: string;
  onChange: (name: 'level' | 'text', value: string) => void;
};

function LogFilters({ level, text, onChange }: LogFiltersProps) {
  return (
    <>
      <Select
        aria-label="日志级别"
        value={level}
        options={logLevels.map((value) => ({ value, label: `${levels[value]}及以上` }))}
        onChange={(value) => onChange('level', value === 'debug' ? '' : value)}
      />
      <TextField label="搜索日志" value={text} onChange={(value) => onChange('text', value)} />
    </>
  );
}

function LogRow({ line }: { line: LogLine }) {
  const text = line.process === '' ? line.text : `${line.process}　${line.text}`;
  return (
    <li>
      <time dateTime={line.at}>{timeWithSeconds(line.at)}</time>
      <span className={`state state-${colours[line.level]}`}>{levels[line.level]}</span>
      {line.detail ? (
        <details>
          <summary>{text}</summary>
          <pre>{line.detail}</pre>
        </details>
      ) : (
        <p>{text}</p>
      )}
    </li>
  );
}
