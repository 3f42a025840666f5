import type { FileItem } from '@mojian/contract/core/uploads';
import type { Page } from '@mojian/contract/platform/fields';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { App, Button, Checkbox, Drawer, Empty, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { BatchBar } from '../../platform/listing/actions.tsx';
import { demoHint } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import { dayTime } from '../../platform/time.tsx';
import { FileFace, FileShown, measureOf } from './file-shown.tsx';
import { fileStateText, fileTabs, shortKey, usageText } from './file-text.ts';

type Props = {
  page: Page<FileItem>;
  isDemo: boolean;
  tab: string;
  isFiltered: boolean;
  turn: (to: { pageNo: string }) => void;
  reload: () => void;
};

const acts = [{ name: 'remove', title: '删除', confirm: '只删除未使用的；删除之后不能恢复。确定吗？' }];

/** A page of pictures: selected ones are removed together, one is opened by itself. */
export function FileWall({ page, isDemo, tab, isFiltered, turn, reload }: Props) {
  const [look, setLook] = useState<Layout>('wall');
  const [picked, setPicked] = useState<string[]>([]);
  const [shown, setShown] = useState<FileItem>();
  const { records, pageNo, pageSize, total } = page;
  const chosen = picked.filter((key) => records.some((file) => file.key === key)); // never acts on rows that are not shown

  const remove = useFileRemoval((removed) => {
    setPicked((before) => before.filter((key) => !removed.includes(key)));
    setShown(undefined);
    const isEmpty = records.every(({ key }) => removed.includes(key));
    if (isEmpty && pageNo > 1) turn({ pageNo: String(pageNo - 1) });
    else reload();
  });

  if (total === 0)
    return (
      <Empty
        className="file-wait"
        description={isFiltered ? '没有符合条件的' : fileTabs.find(({ value }) => value === tab)?.empty}
      />
    );
  return (
    <>
      {chosen.length > 0 && (
        <BatchBar acts={acts} count={chosen.length} run={() => remove(chosen)} cancel={() => setPicked([])} />
      )}
      <FileHead files={records} chosen={chosen} onChoose={setPicked} look={look} onLook={setLook} />
      <FileGrid files={records} look={look} chosen={chosen} onChoose={setPicked} open={setShown} />
      <Pagination
        className="file-pages"
        current={pageNo}
        pageSize={pageSize}
        total={total}
        align="center"
        hideOnSinglePage
        showSizeChanger={false}
        onChange={(next) => turn({ pageNo: String(next) })}
      />
      {shown && (
        <FileDetail
          file={shown}
          mayChange={!isDemo}
          remove={() => remove([shown.key], shown.useCount > 0)}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const layouts = [
  { value: 'wall', label: '图墙' },
  { value: 'list', label: '列表' },
] satisfies { value: Layout; label: string }[];

type FileHeadProps = {
  files: FileItem[];
  chosen: string[];
  onChoose: (keys: string[]) => void;
  look: Layout;
  onLook: (look: Layout) => void;
};

function FileHead({ files, chosen, onChoose, look, onLook }: FileHeadProps) {
  const isAll = files.every(({ key }) => chosen.includes(key));
  return (
    <div className="file-head">
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => onChoose(isAll ? [] : files.map(({ key }) => key))}
      >
        选择本页
      </Checkbox>
      <Segmented aria-label="排列" size="small" options={layouts} value={look} onChange={onLook} />
    </div>
  );
}

type Layout = 'wall' | 'list';

type FileGridProps = {
  files: FileItem[];
  look: Layout;
  chosen: string[];
  onChoose: (keys: string[]) => void;
  open: (file: FileItem) => void;
};

function FileGrid({ files, look, chosen, onChoose, open }: FileGridProps) {
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <ul className="file-grid" data-look={look}>
      {files.map((file) => (
        <li key={file.key} data-chosen={chosen.includes(file.key)}>
          <button type="button" className="file-look" onClick={() => open(file)}>
            <span className="visually-hidden">查看 {file.name || shortKey(file)}</span>
            <FileFace file={file} />
          </button>
          <Checkbox
            className="file-choose"
            aria-label={`选择 ${file.name || shortKey(file)}`}
            checked={chosen.includes(file.key)}
            onChange={() => toggle(file.key)}
          />
          {file.name && (
            <p className="file-name" title={file.name}>
              {file.name}
            </p>
          )}
          <p>
            <State tone={file.useCount > 0 ? 'ok' : 'off'}>{fileStateText(file)}</State>
          </p>
          <p className="quiet">
            {measureOf(file)}
            {readableSize(file.bytes)}
            {file.owners[0] && ` · ${file.owners[0].nickname}`}
            {look === 'list' && ` · ${dayTime(file.createdAt)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

type FileDetailProps = { file: FileItem; mayChange: boolean; remove: () => void; close: () => void };

function FileDetail({ file, mayChange, remove, close }: FileDetailProps) {
  const { message } = App.useApp();
  const { url, width, height, bytes, createdAt, owners, useCount } = file;
  const isPicture = file.group === 'picture';
  const [address = ''] = url.split('?'); // without the signature, valid only for the viewer
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => message.success('已复制'),
      () => message.info(text, 10), // no clipboard without https: shown for copying by hand
    );
  return (
    <Drawer open size={480} onClose={close} title={file.name || `图片 ${shortKey(file)}`} rootClassName="file-detail">
      <FileShown file={file} />
      <div className="row row-wrap file-acts">
        {url && <Button onClick={() => copy(new URL(address, location.href).href)}>复制地址</Button>}
        {url && (
          <Button onClick={() => copy(isPicture ? `![](${address})` : `[${file.name}](${address})`)}>
            复制 Markdown
          </Button>
        )}
        <Confirm
          title={useCount > 0 ? '删除使用中的这个文件？' : '删除这个文件？'}
          description={
            useCount > 0 ? `${useCount} 处正在使用它，删除之后那里就缺了它，也不能恢复。` : '删除之后不能恢复。'
          }
          okText={useCount > 0 ? '仍然删除' : '删除'}
          onConfirm={remove}
        >
          <Button danger disabled={!mayChange} title={mayChange ? undefined : demoHint}>
            删除
          </Button>
        </Confirm>
      </div>
      <dl>
        <dt>{isPicture ? '尺寸' : '大小'}</dt>
        <dd>
          {isPicture ? `${width}×${height}，连同几种小尺寸共 ` : measureOf(file)}
          {readableSize(bytes)}
        </dd>
        <dt>上传</dt>
        <dd>
          {dayTime(createdAt)}
          {owners.map(({ id, nickname }) => (
            <a key={id} href={`/user/${id}`}>
              {nickname}
            </a>
          ))}
          {owners.length === 0 && ' 站点自己取回来的'}
        </dd>
        <dt>用在</dt>
        <dd>
          <Uses file={file} />
        </dd>
      </dl>
    </Drawer>
  );
}

function Uses({ file: { uses, useCount } }: { file: FileItem }) {
  if (useCount === 0) return '未使用';
  return (
    <ul>
      {uses.map((use, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: uses have no id, and the list is never reordered
        <li key={at}>{use.path ? <a href={use.path}>{usageText(use)}</a> : usageText(use)}</li>
      ))}
      {useCount > uses.length && <li>还有 {useCount - uses.length} 处</li>}
    </ul>
  );
}

/** Removes pictures and says why others stay; `onEnd` gets the removed ones when the server answered. */
function useFileRemoval(onEnd: (removed: string[]) => void) {
  const { message } = App.useApp();
  return async (keys: string[], evenUsed = false) => {
    try {
      const { done, failed } = await api.files.remove({ body: { keys, evenUsed } });
      const why = [...new Set(failed.map((one) => one.why))].join('；');
      if (done > 0) message.success(`已删除 ${done} 个`);
      if (failed.length > 0) message.warning(`${failed.length} 个没有删除：${why}`, 6);
      onEnd(keys.filter((key) => failed.every((one) => one.key !== key)));
    } catch (error) {
      message.error(errorText(error));
    }
  };
}
