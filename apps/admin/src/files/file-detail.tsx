import type { FileItem } from '@mojian/contract/admin/files';
import { App, Button, Drawer, Popconfirm } from 'antd';
import { dayTime } from '../day-time.ts';
import { readableSize } from '../readable-size.ts';
import { nameOf } from './file-grid.tsx';
import { wordsOfUse } from './file-words.ts';

type Props = { file: FileItem; mayChange: boolean; remove: () => void; close: () => void };

/** One picture, large, with what is known of it. */
export function FileDetail({ file, mayChange, remove, close }: Props) {
  const { message } = App.useApp();
  const { url, width, height, bytes, createdAt, owners } = file;
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => message.success('复制好了'),
      () => message.info(text, 10), // no clipboard without https: shown to be copied by hand
    );
  return (
    <Drawer open size={480} onClose={close} title={nameOf(file)} rootClassName="file-detail">
      <a href={url} target="_blank" rel="noreferrer" title="看原图">
        <img src={url} width={width} height={height} alt="" />
      </a>
      <div className="acts">
        <Button onClick={() => copy(new URL(url, location.href).href)}>复制地址</Button>
        <Button onClick={() => copy(`![](${url})`)}>复制 Markdown</Button>
        <Popconfirm title="删除这张图片？" description="删除之后找不回来。" okText="删除" onConfirm={remove}>
          <Button danger disabled={!mayChange || file.useCount > 0} title={file.useCount > 0 ? '正用着，不能删' : ''}>
            删除
          </Button>
        </Popconfirm>
      </div>
      <dl>
        <dt>尺寸</dt>
        <dd>
          {width}×{height}，连同几种小尺寸共 {readableSize(bytes)}
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
  if (useCount === 0) return '没有用到';
  return (
    <ul>
      {uses.map((use, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <li key={at}>{use.path ? <a href={use.path}>{wordsOfUse(use)}</a> : wordsOfUse(use)}</li>
      ))}
      {useCount > uses.length && <li>还有 {useCount - uses.length} 处</li>}
    </ul>
  );
}
