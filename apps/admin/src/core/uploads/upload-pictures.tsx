import { openUpload, sendPicture } from '@mojian/client/upload';
import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { failureWords } from '../../platform/failure-words.ts';
import { browser } from '../../platform/http-api.ts';

/** Sends chosen pictures up, one after another; each that is refused says why. */
export function UploadPictures({ disabled, onDone }: { disabled: boolean; onDone: () => void }) {
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();

  const send = async (files: File[]) => {
    let done = 0;
    for (const [at, file] of files.entries())
      try {
        const onProgress = (part: number) => setShare((at + part) / files.length);
        openUpload(await sendPicture(browser, file, { onProgress }));
        done += 1;
      } catch (error) {
        message.error(`${file.name}：${failureWords(error)}`);
      }
    setShare(undefined);
    if (done === 0) return;
    message.success(`已上传 ${done} 张`);
    onDone();
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="选择图片"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) send(files);
        }}
      />
      <Button
        type="primary"
        icon={<Icon name="up" />}
        disabled={disabled}
        loading={share !== undefined}
        onClick={() => input.current?.click()}
      >
        {share === undefined ? '上传图片' : `上传 ${Math.round(share * 100)}%`}
      </Button>
    </>
  );
}
