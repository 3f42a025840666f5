import { isFailure } from '@mojian/contract/platform/failures';
import { maskedSecret } from '@mojian/contract/platform/rules';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';

export type ControlProps<Held> = {
  id: string;
  value: Held;
  /** Ids for aria-describedby. */
  about: string | undefined;
  isWrong: boolean;
  isLocked: boolean;
  onChange: (value: Held) => void;
};

function AutoTextArea({
  id,
  value,
  about,
  isWrong,
  isLocked,
  rows,
  onChange,
}: ControlProps<string> & { rows: number }) {
  return (
    <Input.TextArea
      id={id}
      aria-describedby={about}
      disabled={isLocked}
      status={isWrong ? 'error' : ''}
      className="field-growing"
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Edits a list of words, one a line; blank lines and surrounding spaces are dropped. */
export function WordList({ value, onChange, ...props }: ControlProps<string[]>) {
  const [text, setText] = useState(value.join('\n'));
  // the text as typed while it parses to the same words
  const shown = parseLines(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <>
      <AutoTextArea
        {...props}
        rows={3}
        value={shown}
        onChange={(typed) => {
          setText(typed);
          onChange(parseLines(typed));
        }}
      />
      <span className="field-hint">共 {value.length} 个词</span>
    </>
  );
}

function parseLines(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

export function MarkdownField(props: ControlProps<string>) {
  const [isSeen, setSeen] = useState(false);
  return (
    <>
      <Segmented
        aria-label="编辑或预览"
        options={[
          { value: 'write', label: '编辑' },
          { value: 'see', label: '预览' },
        ]}
        value={isSeen ? 'see' : 'write'}
        onChange={(next) => setSeen(next === 'see')}
      />
      {isSeen ? <MarkdownPreview text={props.value} /> : <AutoTextArea {...props} rows={8} />}
    </>
  );
}

function MarkdownPreview({ text }: { text: string }) {
  const { data, error } = useQuery({
    queryKey: ['settings', 'preview', text],
    queryFn: () => api.settings.preview({ body: { text } }),
  });
  if (error) return <p className="field-fault">{isFailure(error) ? error.message : '预览加载失败'}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made safe by the server, as for readers
  return <div className="prose preview" dangerouslySetInnerHTML={{ __html: data?.html ?? '' }} />;
}

const chinaOffsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Edits a moment in China's time; the value is milliseconds since 1970. */
export function DateTimeField({ id, value, about, isWrong, isLocked, onChange }: ControlProps<number>) {
  return (
    <div className="field-inline">
      <Input
        id={id}
        type="datetime-local"
        step={1}
        aria-describedby={about}
        disabled={isLocked}
        status={isWrong ? 'error' : ''}
        value={new Date(value + chinaOffsetMs).toISOString().slice(0, 19)}
        onChange={(event) => {
          const moment = Date.parse(`${event.target.value}Z`) - chinaOffsetMs;
          if (!Number.isNaN(moment)) onChange(moment);
        }}
      />
      <span className="field-hint">已 {Math.max(0, Math.floor((Date.now() - value) / dayMs))} 天</span>
    </div>
  );
}

/** A stored secret is never shown: it is kept, replaced or removed. */
export function SecretField({ id, value, about, isWrong, isLocked, onChange }: ControlProps<string>) {
  const [isReplaced, setReplaced] = useState(false);
  if (value === maskedSecret && !isReplaced)
    return (
      <div className="field-inline">
        <span className="state state-ok">已设置，不再显示</span>
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
      status={isWrong ? 'error' : ''}
      autoComplete="new-password"
      autoFocus={isReplaced}
      placeholder={isReplaced ? '不填则仍用原来的' : '未填写'}
      value={value === maskedSecret ? '' : value}
      onChange={(event) => onChange(event.target.value || (isReplaced ? maskedSecret : ''))}
      onBlur={() => setReplaced(false)}
    />
  );
}
