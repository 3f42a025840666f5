import { Button, Checkbox, Input, Tooltip } from 'antd';
import { useRef, useState } from 'react';
import { wordsOf } from '../../platform/words-of.ts';
import { useKeys } from './use-keys.ts';

const usual = ['请补出处', '链接打不开', '不符合本站主题', '含他人隐私'];
const noDemo = '演示模式，不允许操作';

export type Given = { reason: string; recommend: boolean };
type Props = { isDemo: boolean; decide: (approve: boolean, given: Given) => Promise<void> };

/** Publishes it, or gives it back with a reason. What was typed stays when that fails. */
export function Decision({ isDemo, decide }: Props) {
  const [reason, setReason] = useState('');
  const [recommend, setRecommend] = useState(false);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  const run = async (approve: boolean) => {
    if (!approve && reason.trim() === '') return setFailure('请写下原因');
    setBusy(true);
    setFailure('');
    await decide(approve, { reason, recommend }).catch((error: unknown) => setFailure(wordsOf(error)));
    setBusy(false);
  };
  const blocked = isDemo || isBusy;
  const field = useRef<HTMLDivElement>(null);
  useKeys(field, (approve) => !blocked && run(approve));

  return (
    <>
      <Reasons reason={reason} onChange={setReason} />
      <div ref={field}>
        <Input.TextArea
          aria-label="理由"
          placeholder="退回时写给作者的理由"
          value={reason}
          maxLength={500}
          rows={3}
          status={failure ? 'error' : ''}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {failure && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <footer>
        <Checkbox checked={recommend} disabled={isDemo} onChange={({ target }) => setRecommend(target.checked)}>
          推荐到首页
        </Checkbox>
        <Tooltip title={isDemo ? noDemo : ''}>
          <Button disabled={blocked} onClick={() => run(false)}>
            退回
          </Button>
        </Tooltip>
        <Tooltip title={isDemo ? noDemo : ''}>
          <Button type="primary" disabled={blocked} onClick={() => run(true)}>
            通过并发布
          </Button>
        </Tooltip>
      </footer>
      <p className="keys">← → 换一篇，R 写理由，Ctrl+Enter 通过；在理由里是退回</p>
    </>
  );
}

/** What is said often: pressed it stands in the reason, pressed again it is gone. */
function Reasons({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const toggle = (words: string) =>
    onChange(reason.includes(`${words}。`) ? reason.replace(`${words}。`, '') : `${words}。${reason}`);
  return (
    <div className="reasons">
      {usual.map((words) => (
        <button key={words} type="button" aria-pressed={reason.includes(`${words}。`)} onClick={() => toggle(words)}>
          {words}
        </button>
      ))}
    </div>
  );
}
