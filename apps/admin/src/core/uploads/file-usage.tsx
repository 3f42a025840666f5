import type { adminFiles } from '@mojian/contract/core/uploads-admin';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Alert, Drawer, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { failureWords } from '../../platform/failure-words.ts';
import { api } from '../../platform/http-api.ts';

/** Who keeps how much. */
export function FileUsage({ close, filter }: { close: () => void; filter: (owner: string) => void }) {
  const [usage, setUsage] = useState<Reply<typeof adminFiles.usage>>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    api.files.usage().then(setUsage, (error) => setFailure(failureWords(error)));
  }, []);
  return (
    <Drawer open size={420} onClose={close} title="用量" rootClassName="file-usage">
      {failure && <Alert type="error" showIcon title={failure} />}
      {!usage && !failure && <Spin aria-label="正在算" />}
      {usage && (
        <>
          <p>
            一共 {usage.files} 张，{readableSize(usage.bytes)}。各人的如下；同一张几个人都传过，各算各的。
          </p>
          <ol>
            {usage.members.map(({ id, nickname, files, bytes }) => (
              <li key={id}>
                <button type="button" onClick={() => filter(nickname)}>
                  {nickname}
                </button>
                <span>{files} 张</span>
                <b>{readableSize(bytes)}</b>
                <meter min={0} max={Math.max(1, usage.bytes)} value={bytes} aria-label={`${nickname}占的份额`} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Drawer>
  );
}
