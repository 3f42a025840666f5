import { useState } from 'react';
import type { ControlProps } from '../control-props.ts';
import { Growing } from './growing.tsx';

/** A list of words, one a line. Empty lines and spaces around a word are nobody's. */
export function Words({ value, onChange, ...props }: ControlProps<string[]>) {
  const [text, setText] = useState(value.join('\n'));
  // as typed, as long as it says the same
  const shown = wordsOf(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <>
      <Growing
        {...props}
        rows={3}
        value={shown}
        onChange={(typed) => {
          setText(typed);
          onChange(wordsOf(typed));
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
