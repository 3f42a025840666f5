import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useState } from 'react';
import { errorText } from '../http-api.ts';
import { type CsvColumn, maxRows, saveCsv } from './csv.ts';

type Props<Row> = { name: string; csv: CsvColumn<Row>[]; load: Parameters<typeof saveCsv<Row>>[2] };

export function ExportButton<Row>({ name, csv, load }: Props<Row>) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const start = async () => {
    setShare(0);
    try {
      const isAll = await saveCsv(`${name}.csv`, csv, load, setShare);
      if (!isAll) message.warning(`太多了，只导出了前 ${maxRows} 条：请用条件缩小范围`);
    } catch (error) {
      message.error(`导出失败：${errorText(error)}`);
    }
    setShare(undefined);
  };
  return (
    <Button icon={<Icon name="down2" />} onClick={start} loading={share !== undefined}>
      {share === undefined ? '导出 CSV' : `导出 ${Math.round(share * 100)}%`}
    </Button>
  );
}
