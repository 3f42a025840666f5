import { isFailure } from '@mojian/contract/failures';
import { Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../http-api.ts';
import type { ControlProps } from '../control-props.ts';

/** Written as Markdown, seen as readers will. */
export function MarkdownField({ id, value, about, isWrong, isLocked, onChange }: ControlProps<string>) {
  const [isSeen, setSeen] = useState(false);
  return (
    <>
      <Segmented
        aria-label="写或看"
        options={[
          { value: 'write', label: '写' },
          { value: 'see', label: '预览' },
        ]}
        value={isSeen ? 'see' : 'write'}
        onChange={(next) => setSeen(next === 'see')}
      />
      {isSeen ? (
        <Preview text={value} />
      ) : (
        <Input.TextArea
          id={id}
          aria-describedby={about}
          disabled={isLocked}
          {...(isWrong && { status: 'error' as const })}
          className="growing"
          rows={8}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  );
}

function Preview({ text }: { text: string }) {
  const [shown, setShown] = useState({ html: '', failure: '' });
  useEffect(() => {
    let isOld = false;
    api.settings.preview({ body: { text } }).then(
      ({ html }) => !isOld && setShown({ html, failure: '' }),
      (error) => !isOld && setShown({ html: '', failure: isFailure(error) ? error.message : '没有取到预览' }),
    );
    return () => {
      isOld = true;
    };
  }, [text]);
  if (shown.failure) return <p className="fault">{shown.failure}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made safe by the server, as for readers
  return <div className="preview" dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
