import { openUpload, sendFile, sendPicture } from '@mojian/client/upload';
import type { FileItem } from '@mojian/contract/core/uploads';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Icon } from '@mojian/ui/icon';
import { Alert, App, Button, Drawer, Result, Segmented, Spin } from 'antd';
import { useRef, useState } from 'react';
import { api, browser, errorText } from '../../platform/http-api.ts';
import { Filters, type FiltersFor } from '../../platform/listing/filters.tsx';
import { type Load, UpdateNotice, useListing } from '../../platform/listing/use-listing.tsx';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { fileTabs, placeNames } from './file-text.ts';
import { FileWall } from './file-wall.tsx';
import '../../platform/listing/listing.css';
import './files.css';

const pageSize = 30;
const load = (({ query }: { query: object }) => api.files.list({ query: { pageSize, ...query } })) as Load<FileItem>;

const filters = {
  owner: '上传者',
  use: { label: '使用情况', options: { unused: '未使用', used: '使用中' } },
  place: { label: '用在', options: placeNames },
  days: { label: '上传时间', options: { 7: '7 天以上', 30: '30 天以上', 90: '90 天以上', 365: '365 天以上' } },
} satisfies FiltersFor<typeof api.files.list>;

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const listing = useListing<FileItem>(load, ['group', ...Object.keys(filters)], {
    follows: ['files', 'users'],
    isInUse: () => true,
  });
  const [isCounting, setCounting] = useState(false);
  const { page, pending, catchUp, failure, isLoading, query, change, reload } = listing;
  return (
    <>
      <div className="page-head">
        <h1>文件</h1>
        {page && <p>共 {page.total} 个</p>}
        <div className="page-acts">
          <Button onClick={() => setCounting(true)}>用量</Button>
          <UploadFiles disabled={isDemo} onDone={reload} />
        </div>
      </div>
      <section className="listing" aria-busy={isLoading}>
        <Segmented
          aria-label="种类"
          className="files-groups"
          options={fileTabs.map(({ value, label }) => ({ value, label }))}
          value={tabOf(query)}
          onChange={(value) => change(queryOf(value))}
        />
        <Filters filters={filters} query={query} onChange={change} />
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        {!page && isLoading && <Spin className="file-wait" aria-label="正在加载文件" />}
        <UpdateNotice isDue={pending !== undefined} catchUp={catchUp} />
        {page && (
          <FileWall
            page={page}
            isDemo={isDemo}
            tab={tabOf(query)}
            isFiltered={isFiltered(query)}
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

type Query = Record<string, string | undefined>;

/** The tab that the address opens: a group, or what nothing uses. */
function tabOf({ group, use }: Query) {
  if (!group && use === 'unused') return 'unused';
  return group ?? '';
}

const queryOf = (tab: string) => (tab === 'unused' ? { group: '', use: 'unused' } : { group: tab, use: '' });

/** Whether more than a tab was chosen. */
const isFiltered = ({ owner, place, days, use, group }: Query) =>
  Boolean(owner || place || days || (use && (group || use !== 'unused')));

function UploadFiles({ disabled, onDone }: { disabled: boolean; onDone: () => void }) {
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();

  const send = async (files: File[]) => {
    let done = 0;
    for (const [at, file] of files.entries())
      try {
        const onProgress = (part: number) => setShare((at + part) / files.length);
        openUpload(await sendAny(file, { onProgress }));
        done += 1;
      } catch (error) {
        message.error(`${file.name}：${errorText(error)}`);
      }
    setShare(undefined);
    if (done === 0) return;
    message.success(`已上传 ${done} 个`);
    onDone();
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,audio/*,video/*,application/*"
        multiple
        hidden
        aria-label="选择文件"
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
        {share === undefined ? '上传' : `上传 ${Math.round(share * 100)}%`}
      </Button>
    </>
  );
}

/** Sends a picture, or any other file as it is: the server says what it does not take. */
function sendAny(file: File, options: { onProgress: (share: number) => void }) {
  if (file.type.startsWith('image/')) return sendPicture(browser, file, options);
  return sendFile(browser, '/file/upload', file, options);
}

function FileUsage({ close, filter }: { close: () => void; filter: (owner: string) => void }) {
  const { answer: usage, failure } = useAnswer(['files', 'usage'], () => api.files.usage());
  return (
    <Drawer open size={420} onClose={close} title="用量" rootClassName="file-usage">
      {failure && <Alert type="error" showIcon title={failure} />}
      {!usage && !failure && <Spin aria-label="正在算" />}
      {usage && (
        <>
          <p>
            一共 {usage.files} 个，{readableSize(usage.bytes)}。各人的如下；同一个几个人都传过，各算各的。
          </p>
          <ol>
            {usage.members.map(({ id, nickname, files, bytes }) => (
              <li key={id}>
                <button type="button" onClick={() => filter(nickname)}>
                  {nickname}
                </button>
                <span>{files} 个</span>
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
