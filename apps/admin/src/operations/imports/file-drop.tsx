import { readableSize } from '@mojian/contract/platform/readable-size';
import { Icon } from '@mojian/ui/icon';
import { Alert, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import type { Sending } from './use-imports.ts';

type Props = { failure: string; disabled: boolean; onFile: (file: File) => void };

const folderHint = '这是一个文件夹：请先打成 zip，再拖进来';

function refusalOf(file: File | undefined, isFolder: boolean) {
  if (isFolder) return folderHint;
  return file?.size === 0 ? `「${file.name}」是空的` : '';
}

/** Takes a file by dropping or choosing it. */
export function FileDrop({ failure, disabled, onFile }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState('');
  const accept = (file: File | undefined, isFolder = false) => {
    const reason = refusalOf(file, isFolder);
    setRefusal(reason);
    if (file && reason === '' && !disabled) onFile(file);
  };
  return (
    <section
      className="file-drop"
      aria-label="选择文件"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const isFolder = event.dataTransfer.items[0]?.webkitGetAsEntry()?.isDirectory ?? false;
        accept(event.dataTransfer.files[0], isFolder);
      }}
    >
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="要搬来的文件"
        onChange={({ target }) => {
          accept(target.files?.[0]);
          target.value = '';
        }}
      />
      {(refusal || failure) && <Alert type="error" showIcon title={refusal || failure} />}
      <Icon name="box" />
      <p className="file-drop-title">
        把原来的博客或评论系统导出的文件拖到这里，
        <span>或者</span>
      </p>
      <Button type="primary" disabled={disabled} icon={<Icon name="up" />} onClick={() => picker.current?.click()}>
        选择文件
      </Button>
      <p className="quiet">
        认得 WordPress、Ghost、Halo、Typecho、Hexo、Hugo、Jekyll、VuePress、VitePress、Obsidian、Notion、语雀、RSS，以及
        Valine、Waline、Twikoo、Artalk、Disqus、Giscus、Gitalk 的评论，和墨笺自己导出的内容。压缩包不用解开，最大 4 GB。
      </p>
      <FolderGuide />
      <p className="quiet">先看一遍里面有什么、会怎样；点「开始导入」之前，站里什么也不改。</p>
    </section>
  );
}

/** Tells, by system, which files of a folder belong in its zip. */
function FolderGuide() {
  return (
    <details className="file-drop-guide">
      <summary>从 Hexo、Hugo、Jekyll、VuePress、VitePress、Obsidian 搬来，怎么打包？</summary>
      <ul className="bullets">
        <li>把整个源文件夹打成一个 zip，连同配置文件；生成的网页（public、dist）不用。</li>
        <li>不要把 node_modules 和 .git 放进去：它们很大，里面没有文章。</li>
        <li>.vuepress、.vitepress、.obsidian 要放：靠它们认出是哪个系统，图片也在里面。</li>
        <li>只有原来的系统会发布的才算文章；草稿、隐藏的、拿不准的收为草稿。</li>
      </ul>
    </details>
  );
}

export function ImportUploadProgress({
  sending: { file, share },
  onCancel,
}: {
  sending: Sending;
  onCancel: () => void;
}) {
  return (
    <section className="card file-drop-sending" aria-live="polite">
      <p>
        <b>正在上传</b> <span>{file.name}</span> <span className="quiet">{readableSize(file.size)}</span>
      </p>
      <Progress percent={Math.round(share * 100)} size="small" aria-label="上传" />
      <Button size="small" onClick={onCancel}>
        取消
      </Button>
    </section>
  );
}
