import { keptSecret } from '@mojian/contract/platform/kept-secret';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { ControlProps } from '../control-props.ts';

/** What is set is never shown again: it is left as it is, replaced or taken away. */
export function Secret({ id, value, about, isWrong, isLocked, onChange }: ControlProps<string>) {
  const [isReplaced, setReplaced] = useState(false);
  if (value === keptSecret && !isReplaced)
    return (
      <div className="inline">
        <span className="state ok">已设置，不再显示</span>
        <Button id={id} aria-describedby={about} disabled={isLocked} onClick={() => setReplaced(true)}>
          更换
        </Button>
        <Button type="text" disabled={isLocked} onClick={() => onChange('')}>
          清除
        </Button>
      </div>
    );
  return (
    <Input.Password
      id={id}
      aria-describedby={about}
      disabled={isLocked}
      {...(isWrong && { status: 'error' as const })}
      autoComplete="new-password"
      autoFocus={isReplaced}
      placeholder={isReplaced ? '不填则仍用原来的' : '未填写'}
      value={value === keptSecret ? '' : value}
      onChange={(event) => onChange(event.target.value || (isReplaced ? keptSecret : ''))}
      onBlur={() => setReplaced(false)}
    />
  );
}
