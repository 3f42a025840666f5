import { isFailure } from '@mojian/contract/platform/failures';
import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../../platform/http-api.ts';
import type { ControlProps } from '../control-props.ts';
import { Growing } from './growing.tsx';

/** Written as Markdown, seen as readers will. */
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
      {isSeen ? <Preview text={props.value} /> : <Growing {...props} rows={8} />}
    </>
  );
}

function Preview({ text }: { text: string }) {
  const [shown, setShown] = useState({ html: '', failure: '' });
  useEffect(() => {
    let isOld = false;
    api.settings.preview({ body: { text } }).then(
      ({ html }) => !isOld && setShown({ html, failure: '' }),
      (error) => !isOld && setShown({ html: '', failure: isFailure(error) ? error.message : '预览加载失败' }),
    );
    return () => {
      isOld = true;
    };
  }, [text]);
  if (shown.failure) return <p className="fault">{shown.failure}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made safe by the server, as for readers
  return <div className="preview" dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
