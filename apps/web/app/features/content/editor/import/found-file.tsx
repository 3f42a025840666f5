import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import { Icon } from '@mojian/ui/icon';
import { toast } from '../../../../ui/toast.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { foundFields } from './found-fields.ts';
import type { ImportProps } from './import-props.ts';

type Props = Omit<ImportProps, 'read'> & { file: MarkdownFile; back: () => void };

const shown = 400;

/** What was found in a file, and whether it takes the place of what is there or stands within it. */
export function FoundFile({ file, articleId, content, calls, replace, insert, back, close }: Props) {
  const { isBusy, refusal, send } = useSending();
  const { markdown } = file.found;
  const takeOver = async () => {
    const isKept = await send(async () => {
      const present = content();
      if (articleId !== null && present.markdown.trim() !== '')
        await calls.revisions.keep({ body: { id: articleId, content: present } });
    });
    if (!isKept) return;
    replace(file.found);
    toast('success', '已导入，之前的文字留在历史里');
    close();
  };
  const putIn = () => {
    insert(markdown);
    close();
  };
  return (
    <>
      <div className="sheet-body found-file">
        <p className="found-name">{file.name}</p>
        <Fields file={file} />
        {file.warnings.length > 0 && <Warnings warnings={file.warnings} />}
        <pre className="found-text">{markdown.length > shown ? `${markdown.slice(0, shown)}…` : markdown}</pre>
      </div>
      <footer className="sheet-end">
        {refusal && <span className="err">{refusal.message}</span>}
        <button type="button" className="btn quiet" onClick={back}>
          更换文件
        </button>
        <button type="button" className="btn" disabled={isBusy} onClick={putIn}>
          插入到光标处
        </button>
        <button type="button" className="btn seal-b" disabled={isBusy} onClick={takeOver}>
          替换
        </button>
      </footer>
    </>
  );
}

function Fields({ file }: { file: MarkdownFile }) {
  const fields = foundFields(file);
  return (
    <dl className="found-fields">
      {fields.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>正文</dt>
        <dd>{`${file.found.markdown.length.toLocaleString('zh-CN')} 个字符`}</dd>
      </div>
    </dl>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <ul className="found-warnings" aria-label="留意">
      {warnings.map((warning) => (
        <li key={warning}>
          <Icon name="warn" />
          {warning}
        </li>
      ))}
    </ul>
  );
}
