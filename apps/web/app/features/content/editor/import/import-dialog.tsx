import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import { isFailure } from '@mojian/contract/platform/failures';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { figures } from '../../../../ui/figures.ts';
import { toast } from '../../../../ui/toast.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import type { ImportProps, ReadMarkdownFile } from '../context.ts';
import { forgetPasted, pastedFile } from '../paste/pasted-file.ts';
import { Sheet } from '../sheet/sheet.tsx';
import './import.css';

/** Imports a Markdown file, or a zip with pictures, into the article. */
export function ImportDialog({ read, close: dismiss, ...props }: ImportProps) {
  const { state, start, stop } = useFileImport(read);
  const pasted = usePasted(start);
  // a dismissed paste goes in as it is
  const close = () => {
    if (pasted !== undefined) props.insert(pasted);
    dismiss();
  };
  return (
    <Sheet title="导入 Markdown" className="import" close={close}>
      {state.step === 'choosing' && <DropZone refusal={state.refusal} take={start} />}
      {state.step === 'reading' && <ImportProgress name={state.name} share={state.share} stop={stop} />}
      {state.step === 'found' && (
        <ImportPreview {...props} file={state.file} back={pasted === undefined ? stop : close} close={dismiss} />
      )}
    </Sheet>
  );
}

/** Reads a pasted file at once; undefined when the dialog was opened to choose one. */
function usePasted(start: (file: File) => unknown) {
  const [pasted] = useState(pastedFile);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    forgetPasted();
    if (pasted !== undefined) void start(new File([pasted], '粘贴的文章.md', { type: 'text/markdown' }));
  }, []);
  return pasted;
}

function ImportProgress({ name, share, stop }: { name: string; share: number; stop: () => void }) {
  return (
    <div className="sheet-body import-reading">
      <p>{name}</p>
      {/* once all is sent, nobody knows how long the pictures take */}
      <progress aria-label="进度" {...(share < 1 && { value: share })} />
      <p className="sheet-hint" role="status">
        {share < 1 ? `已上传 ${Math.round(share * 100)}%` : '正在读取文字与图片…'}
      </p>
      <button type="button" className="btn" onClick={stop}>
        取消
      </button>
    </div>
  );
}

type Props = Omit<ImportProps, 'read'> & { file: MarkdownFile; back: () => void };

const shown = 400;

/** Shows the parsed file; replaces the article or inserts at the cursor. */
function ImportPreview({ file, kind, articleId, content, calls, replace, insert, back, close }: Props) {
  const { isBusy, refusal, send } = useSending();
  const { markdown } = file.found;
  const takeOver = async () => {
    const isArchived = await send(async () => {
      const present = content();
      if (articleId !== null && present.markdown.trim() !== '')
        await calls.revisions.keep({ body: { id: articleId, content: present } });
    });
    if (!isArchived) return;
    const before = content();
    replace(kind === 'page' ? { ...file.found, ...notOfPages } : file.found);
    toast('success', '已导入，之前的文字留在历史里', { words: '撤销', run: () => replace(before) });
    close();
  };
  const putIn = () => {
    insert(markdown);
    close();
  };
  return (
    <>
      <div className="sheet-body">
        <p className="import-found-name">{file.name}</p>
        <Fields file={file} kind={kind} />
        {file.warnings.length > 0 && <Warnings warnings={file.warnings} />}
        <pre className="import-found-text sub">
          {markdown.length > shown ? `${markdown.slice(0, shown)}…` : markdown}
        </pre>
      </div>
      <footer className="sheet-end">
        {refusal && <span className="error">{refusal.message}</span>}
        <button type="button" className="btn quiet" onClick={back}>
          更换文件
        </button>
        <button type="button" className="btn" disabled={isBusy} onClick={putIn}>
          插入到光标处
        </button>
        <button type="button" className="btn btn-seal" disabled={isBusy} onClick={takeOver}>
          替换
        </button>
      </footer>
    </>
  );
}

/** A page is not published with them, and has no field to clear them by hand. */
const notOfPages = {
  category: '',
  tags: [],
  seriesId: null,
  original: true,
  sourceUrl: '',
  sourceAuthor: '',
} satisfies Partial<ArticleContent>;

function Fields({ file, kind }: { file: MarkdownFile; kind: ArticleKind }) {
  const fields = foundFields(file).filter(({ name }) => kind === 'article' || !(name in notOfPages));
  return (
    <dl className="import-found-fields stack gap-1 type-small">
      {fields.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>正文</dt>
        <dd>{`${figures(file.found.markdown.length)} 个字符`}</dd>
      </div>
    </dl>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <ul className="import-found-warnings stack gap-1-5 type-note" aria-label="留意">
      {warnings.map((warning) => (
        <li key={warning}>
          <Icon name="warn" />
          {warning}
        </li>
      ))}
    </ul>
  );
}

function foundFields({ found, pictures }: MarkdownFile): { name: string; label: string; value: string }[] {
  const fields = [
    { name: 'title', label: '标题', value: found.title },
    { name: 'summary', label: '摘要', value: found.summary },
    { name: 'category', label: '分类', value: found.category },
    { name: 'tags', label: '标签', value: found.tags?.join('、') },
    { name: 'keywords', label: '关键词', value: found.keywords },
    { name: 'cover', label: '封面', value: found.cover && '有' },
    { name: 'original', label: '性质', value: found.original === undefined ? '' : found.original ? '原创' : '转载' },
    { name: 'hasAiContent', label: '声明', value: found.hasAiContent ? '含 AI 生成内容' : '' },
    { name: 'sourceUrl', label: '来源', value: found.sourceUrl },
    { name: 'sourceAuthor', label: '原作者', value: found.sourceAuthor },
    { name: 'slug', label: '网址里的名字', value: found.slug },
    { name: 'pictures', label: '图片', value: pictures > 0 ? `${pictures} 张，已存到自己的图片里` : '' },
  ];
  return fields.flatMap(({ name, label, value }) => (value ? [{ name, label, value }] : []));
}

type State =
  | { step: 'choosing'; refusal?: string }
  | { step: 'reading'; name: string; share: number }
  | { step: 'found'; file: MarkdownFile };

/** State machine of an upload: choosing, reading, found. Unmounting aborts it. */
function useFileImport(read: ReadMarkdownFile) {
  const [state, setState] = useState<State>({ step: 'choosing' });
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  const start = async (file: File) => {
    const ending = new AbortController();
    const { signal } = ending;
    under.current = ending;
    const onProgress = (share: number) => !signal.aborted && setState({ step: 'reading', name: file.name, share });
    onProgress(0);
    try {
      const found = await read(file, { onProgress, signal });
      if (!signal.aborted) setState({ step: 'found', file: found });
    } catch (error) {
      if (!signal.aborted) setState({ step: 'choosing', refusal: readError(error) });
    }
  };
  const stop = () => {
    under.current?.abort();
    setState({ step: 'choosing' });
  };
  return { state, start, stop };
}

function readError(error: unknown) {
  return isFailure(error) ? error.message : '文件读取失败，请重试';
}

const kinds = '.md,.markdown,.txt,.zip';

function DropZone({ refusal, take }: { refusal: string | undefined; take: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const takeFirst = (files: FileList | null | undefined) => files?.[0] && take(files[0]);
  return (
    <div className="sheet-body">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop target, whose button serves the keyboard */}
      <div
        className="import-drop-zone stack gap-3"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          takeFirst(event.dataTransfer.files);
        }}
      >
        <Icon name="box" />
        <p>把文件拖到这里</p>
        <button type="button" className="btn btn-seal" onClick={() => input.current?.click()}>
          选择文件
        </button>
        <input
          ref={input}
          type="file"
          accept={kinds}
          aria-label="Markdown 文件"
          hidden
          onChange={({ target }) => takeFirst(target.files)}
        />
        <p className="sheet-hint">.md、.markdown、.txt，或装着一篇 Markdown 与图片的 .zip，不超过 20 MB</p>
      </div>
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
