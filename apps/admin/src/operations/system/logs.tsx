import { logLevels } from '@mojian/contract/operations/log-levels';
import type { LogLine } from '@mojian/contract/operations/system';
import { Button, Empty, Input, Select, Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { exactTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { useCall } from '../../platform/use-call.ts';

const levels: Record<LogLine['level'], string> = {
  debug: '调试',
  info: '信息',
  warn: '警告',
  error: '错误',
  fatal: '致命错误',
};
const followEvery = 3000;
const colours = { debug: '', info: '', warn: 'warn', error: 'bad', fatal: 'bad' };

/** The last lines this process wrote down. Which are shown stands in the address. */
export function Logs() {
  const [address, setAddress] = useSearchParams();
  const level = logLevels.find((name) => name === address.get('level')) ?? 'debug';
  const text = address.get('text') ?? '';
  const { answer, failure, reload } = useCall(
    useCallback(() => api.system.logs({ query: { level, text } }), [level, text]),
  );
  const [isFollowing, setFollowing] = useState(false);
  useEffect(() => {
    if (!isFollowing) return;
    const look = () => document.visibilityState === 'visible' && reload();
    const timer = setInterval(look, followEvery);
    return () => clearInterval(timer);
  }, [isFollowing, reload]);
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
    <section className="card s12">
      <header>
        <h2>日志</h2>
        <span>最近 500 行，密码与地址已遮去</span>
        <div className="log-filters">
          <Select
            aria-label="日志级别"
            value={level}
            options={logLevels.map((value) => ({ value, label: `${levels[value]}及以上` }))}
            onChange={(value) => change('level', value === 'debug' ? '' : value)}
          />
          <Input.Search
            aria-label="搜索日志"
            placeholder="搜索日志"
            key={text}
            defaultValue={text}
            maxLength={50}
            allowClear
            onSearch={(value) => change('text', value.trim())}
          />
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
      {failure && <p className="none">{failure}</p>}
      {!answer && !failure && <Skeleton active className="in" />}
      {answer?.length === 0 && <Empty className="in" description="没有符合条件的日志" />}
      <ol className="logs">
        {answer?.map((line) => (
          <li key={line.id}>
            <time dateTime={line.at}>{exactTime(line.at)}</time>
            <span className={`state ${colours[line.level]}`}>{levels[line.level]}</span>
            {line.detail ? (
              <details>
                <summary>{line.text}</summary>
                <pre>{line.detail}</pre>
              </details>
            ) : (
              <p>{line.text}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
