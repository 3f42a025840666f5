import type { ContentFound, ContentWork } from '@mojian/contract/operations/content';
import { Alert, Checkbox, Modal, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { isResumable, resumeHint } from '../chunked-upload/send-chunks.ts';
import { uploadInChunks } from '../chunked-upload/upload-in-chunks.ts';
import './content-import.css';

type Props = { file: File; onClose: () => void };

/** Previews and imports a zip of Markdown, or an export of this program. */
export function ImportDialog({ file, onClose }: Props) {
  const [overwrite, setOverwrite] = useState(false);
  const { share, work, failure, run } = useImport(file);
  const { isRunning, isWriting, isOver, mayStart } = phaseOf(work);
  const start = () => (isOver ? onClose() : work && run(work.id, 'import', overwrite));

  return (
    <Modal
      open
      width={600}
      title={isOver ? '已导入' : `导入「${file.name}」`}
      okText={isOver ? '知道了' : '导入'}
      okButtonProps={{ disabled: !isOver && !mayStart, loading: isWriting }}
      cancelButtonProps={isOver || isWriting ? { hidden: true } : {}}
      closable={!isWriting}
      keyboard={!isWriting}
      maskClosable={false}
      onOk={start}
      onCancel={onClose}
    >
      <div className="content-import" aria-live="polite">
        {failure && <Alert type="error" showIcon title={failure} />}
        {!failure && <ImportProgress share={share} work={work} />}
        {work?.found && <ImportReport found={work.found} isOver={isOver} />}
        {work?.found && !isOver && (
          <Checkbox checked={overwrite} disabled={isRunning} onChange={({ target }) => setOverwrite(target.checked)}>
            站里改过的也换成文件里的（覆盖）
          </Checkbox>
        )}
      </div>
    </Modal>
  );
}

function phaseOf(work: ContentWork | undefined) {
  const isRunning = work?.state === 'running';
  const isImport = work?.kind === 'import';
  const isOver = isImport && work.state === 'done';
  const mayStart = !isRunning && !isOver && (isImport || !!work?.found);
  return { isRunning, isWriting: isRunning && isImport, isOver, mayStart };
}

function ImportProgress({ share, work }: { share: number; work: ContentWork | undefined }) {
  if (work && work.state !== 'running') return null;
  const [words, part] = work
    ? [work.kind === 'preview' ? '正在看里面有什么' : '正在导入', work.total > 0 ? work.done / work.total : 0]
    : ['正在上传', share];
  return (
    <div>
      <p>
        {words}
        {work && work.total > 0 && `：${work.done} / ${work.total}`}
      </p>
      <Progress percent={Math.round(part * 100)} size="small" aria-label={words} />
    </div>
  );
}

const pollMs = 500;

/** Uploads a zip, previews it, and imports it on request. */
function useImport(file: File) {
  const [share, setShare] = useState(0);
  const [work, setWork] = useState<ContentWork>();
  const [failure, setFailure] = useState('');
  const abort = useRef(new AbortController());
  const fail = (error: unknown) => setFailure(`${errorText(error)}${isResumable(error) ? `。${resumeHint}` : ''}`);

  const run = async (id: string, kind: ContentWork['kind'], overwrite: boolean) => {
    setFailure('');
    await api.content.start({ body: { kind, id, overwrite } }).then(setWork).catch(fail);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, as it was chosen
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    const options = { path: '/v1/admin/content/upload', onShare: setShare, signal: controller.signal };
    uploadInChunks(file, options).then(
      ({ id }) => run(id, 'preview', false),
      (error: unknown) => !controller.signal.aborted && fail(error),
    );
    return () => controller.abort();
  }, [file]);

  useEffect(() => {
    if (work?.state !== 'running') return;
    const look = () => api.content.work().then((next) => setWork(next ?? undefined));
    // a lost answer is polled for again
    const timer = setTimeout(() => look().catch(() => setWork({ ...work })), pollMs);
    return () => clearTimeout(timer);
  }, [work]);

  return { share, work, failure: failure || (work?.failure ?? ''), run };
}

type Kind = keyof ContentFound['counts'];
const kinds: Record<Kind, string> = {
  added: '新增',
  updated: '更新',
  draft: '存为草稿',
  unchanged: '没有变化',
  skipped: '没有动',
  failed: '读取失败',
};

const others: Record<keyof ContentFound['others'], string> = {
  pictures: '图片',
  authors: '作者',
  categories: '分类',
  series: '专栏',
  says: '说说',
  links: '友链',
  navigation: '导航',
};

function ImportReport({ found, isOver }: { found: ContentFound; isOver: boolean }) {
  const { isExport, counts, files, warnings } = found;
  const unlisted = Object.values(counts).reduce((sum, count) => sum + count, 0) - files.length;
  const besides = Object.entries(found.others).filter(([, count]) => count > 0);
  return (
    <>
      <p>
        {isExport ? '墨笺导出的内容' : '一个 Markdown 文件夹'}。{isOver ? '文章' : '导入之后，文章会'}：
      </p>
      <ul className="content-import-counts">
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <li key={kind} className={kind === 'failed' && counts.failed > 0 ? 'content-import-bad' : undefined}>
            <b>{counts[kind].toLocaleString('zh-CN')}</b>
            <span>{kinds[kind]}</span>
          </li>
        ))}
      </ul>
      {besides.length > 0 && (
        <p className="quiet">
          一起的还有：
          {besides.map(([name, count]) => `${others[name as keyof typeof others]} ${count}`).join('、')}
          。这里已经有的不动，设置也不动。
        </p>
      )}
      {warnings.length > 0 && (
        <ul className="content-import-warnings">
          {warnings.map(({ kind, count, keys }) => (
            <li key={kind}>
              <b>{kind}</b>
              <span>{count.toLocaleString('zh-CN')} 个文件</span>
              <small>{`${keys.join('、')}${count > keys.length ? ' 等' : ''}`}</small>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && <Files files={files} common={new Set(warnings.map(({ kind }) => kind))} />}
      {unlisted > 0 && <p className="quiet">还有 {unlisted.toLocaleString('zh-CN')} 个文件没有列出。</p>}
    </>
  );
}

function Files({ files, common }: { files: ContentFound['files']; common: Set<string> }) {
  return (
    <ul className="content-import-outcomes">
      {files.map(({ key, kind, title, id, reason, warnings }) => (
        <li key={key}>
          <b>{id ? <a href={`/article/${id}`}>{title || key}</a> : title || key}</b>
          <span className={kind === 'failed' ? 'content-import-bad' : undefined}>{kinds[kind]}</span>
          {title && <small>{key}</small>}
          {[...(reason ? [reason] : []), ...warnings.filter((words) => !common.has(words))].map((words) => (
            <small key={words} className="content-import-message">
              {words}
            </small>
          ))}
        </li>
      ))}
    </ul>
  );
}
