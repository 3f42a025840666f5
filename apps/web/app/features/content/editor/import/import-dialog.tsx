import { Sheet } from '../sheet/sheet.tsx';
import { DropZone } from './drop-zone.tsx';
import { FoundFile } from './found-file.tsx';
import type { ImportProps } from './import-props.ts';
import { useReading } from './use-reading.ts';
import './import.css';

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
