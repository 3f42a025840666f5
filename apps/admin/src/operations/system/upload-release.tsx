import { Icon } from '@mojian/ui/icon';
import { App, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { uploadInChunks } from '../chunked-upload/upload-in-chunks.ts';

type Props = { variant: string; onDone: () => void };

/** Picks a release with its sums and their signature, uploads it, and has it checked. */
export function UploadRelease({ variant, onDone }: Props) {
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();

  const send = async (files: File[]) => {
    const archive = files.find(({ name }) => name.endsWith('.tar.xz'));
    const [sums, signature] = ['SHA256SUMS', 'SHA256SUMS.sig'].map((name) => files.find((file) => file.name === name));
    if (!archive || !sums || !signature) {
      message.error('请一起选三个文件：发布包（.tar.xz）、SHA256SUMS 与 SHA256SUMS.sig', 6);
      return;
    }
    setShare(0);
    try {
      const { signal } = new AbortController();
      await uploadInChunks(archive, { path: '/v1/admin/upgrade/upload', onShare: setShare, signal });
      const body = { name: archive.name, sums: await sums.text(), signature: await signature.text() };
      const { version } = await api.upgrade.check({ body });
      message.success(`${version} 传上来了，签名与校验和都对`);
    } catch (error) {
      message.error(errorText(error), 8);
    }
    setShare(undefined);
    onDone();
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择发布包、SHA256SUMS 与 SHA256SUMS.sig"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
      <Button icon={<Icon name="up" />} disabled={share !== undefined} onClick={() => input.current?.click()}>
        传一个发布包（{variant}）
      </Button>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传发布包" />}
    </>
  );
}
