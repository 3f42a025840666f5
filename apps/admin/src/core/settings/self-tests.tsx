import type { SelfTest } from '@mojian/contract/core/settings-fields/field';
import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import { isFailure } from '@mojian/contract/platform/failures';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';

type SelfTestsProps = { tests: readonly { what: SelfTest; label: string }[]; isChanged: boolean; isLocked: boolean };

/** Tests that run with the saved settings. */
export function SelfTests({ tests, isChanged, isLocked }: SelfTestsProps) {
  const [to, setTo] = useState('');
  const [running, setRunning] = useState<SelfTest>();
  const [results, setResults] = useState<Partial<Record<SelfTest, SelfTestResult>>>({});
  // forgets results of values that are no longer set
  useEffect(() => {
    if (isChanged) setResults({});
  }, [isChanged]);

  const run = async (what: SelfTest) => {
    setRunning(what);
    const result = await api.selfTests.run({ body: { what, ...(what === 'mail' && to && { to }) } }).catch(failedTest);
    setResults((before) => ({ ...before, [what]: result }));
    setRunning(undefined);
  };

  return (
    <div className="field">
      <div>
        <b>自检</b>
        <p>{isLocked ? '演示模式，不允许操作' : isChanged ? '请先保存，再测试' : '用已经保存的设置测试'}</p>
      </div>
      <div className="field-control">
        <div className="field-inline">
          {tests.some(({ what }) => what === 'mail') && (
            <Input
              type="email"
              aria-label="测试邮件的收件人"
              placeholder="收件邮箱，默认是你自己的"
              disabled={isLocked}
              value={to}
              onChange={(event) => setTo(event.target.value.trim())}
            />
          )}
          {tests.map(({ what, label }) => (
            <Button
              key={what}
              disabled={isLocked || isChanged || (running !== undefined && running !== what)}
              loading={running === what}
              onClick={() => run(what)}
            >
              {label}
            </Button>
          ))}
        </div>
        <Results tests={tests} results={results} />
      </div>
    </div>
  );
}

type ResultsProps = Pick<SelfTestsProps, 'tests'> & { results: Partial<Record<SelfTest, SelfTestResult>> };

function Results({ tests, results }: ResultsProps) {
  return (
    <div role="status">
      {tests.map(({ what, label }) => {
        const result = results[what];
        return (
          result && (
            <p key={what} className={result.ok ? 'state state-ok' : 'state state-bad'}>
              {tests.length > 1 && `${label}：`}
              {result.text}
            </p>
          )
        );
      })}
    </div>
  );
}

function failedTest(error: unknown): SelfTestResult {
  return { ok: false, text: isFailure(error) ? error.message : '没有响应，请检查网络' };
}
