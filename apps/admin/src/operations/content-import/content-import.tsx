import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { ImportDialog } from './import-dialog.tsx';
import './content-import.css';

/** Brings an export of a site, or any folder of Markdown, into this one. */
export function ContentImport() {
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label="装着 Markdown 的 zip"
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button icon={<Icon name="up" />} onClick={() => picker.current?.click()}>
        导入 zip
      </Button>
      {file && <ImportDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}
