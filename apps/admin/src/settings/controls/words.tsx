import { Input } from 'antd';
import { useState } from 'react';
import type { ControlProps } from '../control-props.ts';

/** A list of words, one a line. Empty lines and spaces around a word are nobody's. */
export function Words({ id, value, about, isWrong, isLocked, onChange }: ControlProps<string[]>) {
  const [text, setText] = useState(value.join('\n'));
  // as typed, as long as it says the same
  const shown = wordsOf(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <>
      <Input.TextArea
        id={id}
        aria-describedby={about}
        disabled={isLocked}
        {...(isWrong && { status: 'error' as const })}
        className="growing"
        rows={3}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(wordsOf(event.target.value));
        }}
      />
      <span className="hint">共 {value.length} 个词</span>
    </>
  );
}

function wordsOf(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
