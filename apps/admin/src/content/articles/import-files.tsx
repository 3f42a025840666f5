import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import type { Imported } from '@mojian/contract/content/articles-admin';
import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { browser, errorText } from '../../platform/http-api.ts';

type ImportResult = { name: string; imported?: Imported; failure?: string };

/** Imports Markdown files as drafts, one each, and lists the outcome of every file. */
export function ImportFiles({ isDemo, onDone }: { isDemo: boolean; onDone: () => void }) {
  const { modal } = App.useApp();
  const picker = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(0);

  const start = async (files: File[]) => {
    const taken: ImportResult[] = [];
    for (const [at, file] of files.entries()) {
      setLeft(files.length - at);
      taken.push(await importFile(file));
    }
    setLeft(0);
    if (taken.length > 0) modal.info({ title: '导入 Markdown', width: 520, content: <ImportResults taken={taken} /> });
    onDone();
  };

  return (
    <>
      <input
        ref={picker}
        type="file"
        aria-label="Markdown 文件"
        multiple
        hidden
        accept=".md,.markdown,.txt,.zip"
        onChange={({ target }) => {
          void start([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        icon={<Icon name="down2" />}
        loading={left > 0}
        disabled={isDemo}
        title={isDemo ? '演示模式，不允许操作' : '.md、.markdown、.txt，或连同图片的 .zip；一个文件一篇，先存为草稿'}
        onClick={() => picker.current?.click()}
      >
        {left > 0 ? `还有 ${left} 个` : '导入 Markdown'}
      </Button>
    </>
  );
}

async function importFile(file: File): Promise<ImportResult> {
  try {
    const envelope = await sendFile(browser, '/v1/admin/articles/import', file);
    return { name: file.name, imported: openEnvelope(envelope) as Imported };
  } catch (error) {
    return { name: file.name, failure: errorText(error) };
  }
}

function ImportResults({ taken }: { taken: ImportResult[] }) {
  const isWhole = taken.some(({ name, failure }) => failure && /\.zip$/i.test(name));
  return (
    <ul className="article-outcome">
      {taken.map(({ name, imported, failure }) => (
        <li key={name}>
          {imported ? <a href={`/newposts?id=${imported.id}`}>{imported.title || name}</a> : name}
          <span>{failure ?? `存为草稿${imported?.pictures ? `，图片 ${imported.pictures} 张` : ''}`}</span>
          {imported?.warnings.map((warning) => (
            <small key={warning}>{warning}</small>
          ))}
        </li>
      ))}
      {isWhole && <li>包含多篇文章的 zip，请站长到「搬家」导入。</li>}
    </ul>
  );
}
