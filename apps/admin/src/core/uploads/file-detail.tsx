import type { FileItem } from '@mojian/contract/core/uploads-admin';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { App, Button, Drawer } from 'antd';
import { dayTime } from '../../platform/day-time.ts';
import { Confirm } from '../../platform/form/confirm.tsx';
import { demoHint } from '../../platform/listing/row-acts.tsx';
import { nameOf, wordsOfUse } from './file-words.ts';

type Props = { file: FileItem; mayChange: boolean; remove: () => void; close: () => void };

/** One picture, large, with what is known of it. */
export function FileDetail({ file, mayChange, remove, close }: Props) {
  const { message } = App.useApp();
  const { url, width, height, bytes, createdAt, owners, useCount } = file;
  const [address = ''] = url.split('?'); // without the signature, which is for the one looking
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => message.success('已复制'),
      () => message.info(text, 10), // no clipboard without https: shown to be copied by hand
    );
  return (
    <Drawer open size={480} onClose={close} title={`图片 ${nameOf(file)}`} rootClassName="file-detail">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" title="看原图">
          <img src={url} width={width} height={height} alt={`图片 ${nameOf(file)}`} />
        </a>
      ) : (
        <p className="unseen">没有公开用到它，只有上传的人看得到</p>
      )}
      <div className="acts">
        {url && <Button onClick={() => copy(new URL(address, location.href).href)}>复制地址</Button>}
        {url && <Button onClick={() => copy(`![](${address})`)}>复制 Markdown</Button>}
        <Confirm
          title={useCount > 0 ? '删除使用中的这张图片？' : '删除这张图片？'}
          description={
            useCount > 0 ? `${useCount} 处正在使用它，删除之后那里会缺一张图，也不能恢复。` : '删除之后不能恢复。'
          }
          okText={useCount > 0 ? '仍然删除' : '删除'}
          onConfirm={remove}
        >
          <Button danger disabled={!mayChange} {...(!mayChange && { title: demoHint })}>
            删除
          </Button>
        </Confirm>
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
  if (useCount === 0) return '未使用';
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
