import type { Client } from '@mojian/client';
import type { ArticleContent } from '@mojian/contract/article-content';
import type { MarkdownFile } from '@mojian/contract/markdown-files';
import { Sheet } from '../sheet/sheet.tsx';
import { DropZone } from './drop-zone.tsx';
import { FoundFile } from './found-file.tsx';
import { useReading } from './use-reading.ts';
import './import.css';

export type ReadMarkdownFile = (
  file: File,
  options?: { onProgress?: (share: number) => void; signal?: AbortSignal },
) => Promise<MarkdownFile>;

export type ImportProps = {
  /** Null while there is no draft on the server: then nothing that is replaced needs to be kept. */
  articleId: number | null;
  /** The present text, with the newest Markdown. */
  content: () => ArticleContent;
  calls: Pick<Client, 'revisions'>;
  /** `readMarkdownFile` of upload.ts. */
  read: ReadMarkdownFile;
  /** Changes what is given, text included, in one step that can be undone. What stood there has been kept before. */
  replace: (part: Partial<ArticleContent>) => void;
  /** Puts Markdown where the cursor is. */
  insert: (markdown: string) => void;
  close: () => void;
};

/** Takes a Markdown file, or a zip with its pictures, into the article being written. */
export function ImportDialog({ read, close, ...props }: ImportProps) {
  const { state, start, stop } = useReading(read);
  return (
    <Sheet title="导入 Markdown" className="import" close={close}>
      {state.step === 'choosing' && <DropZone refusal={state.refusal} take={start} />}
      {state.step === 'reading' && <Reading name={state.name} share={state.share} stop={stop} />}
      {state.step === 'found' && <FoundFile {...props} file={state.file} back={stop} close={close} />}
    </Sheet>
  );
}

function Reading({ name, share, stop }: { name: string; share: number; stop: () => void }) {
  return (
    <div className="sheet-body reading">
      <p>{name}</p>
      {/* once all is sent, nobody knows how long the pictures take */}
      <progress aria-label="进度" {...(share < 1 && { value: share })} />
      <p className="hint" role="status">
        {share < 1 ? `已上传 ${Math.round(share * 100)}%` : '正在读取文字与图片…'}
      </p>
      <button type="button" className="btn" onClick={stop}>
        取消
      </button>
    </div>
  );
}
