import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { downloadFrom } from '../../platform/download-from.ts';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Format = 'csv' | 'json';

const formats: { key: Format; label: string }[] = [
  { key: 'csv', label: 'CSV（表格）' },
  { key: 'json', label: 'JSON' },
];

/** All acts as filtered, however many, as a file that the server writes while it is sent. */
export function ExportActs({ names }: { names: string[] }) {
  const { message } = App.useApp();
  const [address] = useSearchParams();
  const [isAsking, setAsking] = useState(false);
  const start = async (format: Format) => {
    setAsking(true);
    try {
      const filter = Object.fromEntries(
        names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
      );
      downloadFrom(await api.audit.download({ body: { ...filter, format } }));
    } catch (error) {
      message.error(wordsOf(error));
    }
    setAsking(false);
  };
  return (
    <Dropdown menu={{ items: formats, onClick: ({ key }) => start(key as Format) }} trigger={['click']}>
      <Button loading={isAsking}>导出</Button>
    </Dropdown>
  );
}
