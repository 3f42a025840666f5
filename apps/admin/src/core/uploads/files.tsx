import type { FileItem } from '@mojian/contract/core/uploads-admin';
import { Button, Result, Spin } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { Filters } from '../../platform/listing/filters.tsx';
import { Later } from '../../platform/listing/later.tsx';
import { type Load, useListing } from '../../platform/listing/use-listing.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { FileUsage } from './file-usage.tsx';
import { FileWall } from './file-wall.tsx';
import { placeNames } from './file-words.ts';
import { UploadPictures } from './upload-pictures.tsx';
import '../../platform/listing/listing.css';
import './files.css';

const pageSize = 30;
const load = (({ query }: { query: object }) => api.files.list({ query: { pageSize, ...query } })) as Load<FileItem>;

const filters = [
  { name: 'owner', label: '上传者' },
  {
    name: 'use',
    label: '使用情况',
    options: [
      { value: 'unused', label: '未使用' },
      { value: 'used', label: '使用中' },
    ],
  },
  { name: 'place', label: '用在', options: Object.entries(placeNames).map(([value, label]) => ({ value, label })) },
  {
    name: 'days',
    label: '上传时间',
    options: [7, 30, 90, 365].map((days) => ({ value: String(days), label: `${days} 天以上` })),
  },
];

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const listing = useListing<FileItem>(
    load,
    filters.map(({ name }) => name),
    { isInHand: () => true },
  );
  const [isCounting, setCounting] = useState(false);
  const { page, later, catchUp, failure, isLoading, query, change, reload } = listing;
  return (
    <>
      <div className="page-head">
        <h1>文件</h1>
        {page && <p>共 {page.total} 张</p>}
        <div className="page-acts">
          <Button onClick={() => setCounting(true)}>用量</Button>
          <UploadPictures disabled={isDemo} onDone={reload} />
        </div>
      </div>
      <section className="listing" aria-busy={isLoading}>
        <Filters filters={filters} query={query} onChange={change} />
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        {!page && isLoading && <Spin className="file-wait" aria-label="正在加载文件" />}
        <Later isDue={later !== undefined} catchUp={catchUp} />
        {page && (
          <FileWall
            page={page}
            isDemo={isDemo}
            isFiltered={filters.some(({ name }) => query[name])}
            turn={change}
            reload={reload}
          />
        )}
      </section>
      {isCounting && (
        <FileUsage
          close={() => setCounting(false)}
          filter={(owner) => {
            change({ owner });
            setCounting(false);
          }}
        />
      )}
    </>
  );
}
