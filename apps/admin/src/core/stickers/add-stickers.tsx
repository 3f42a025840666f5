import { openEnvelope } from '@mojian/client';
import { sendFile } from '@mojian/client/upload';
import { isPackName, longestPackName } from '@mojian/contract/core/sticker-codes';
import type { StickerPackRow, TakenStickers } from '@mojian/contract/core/stickers';
import { Alert, Button, Input, Modal, Progress } from 'antd';
import { useId, useRef, useState } from 'react';
import { browser, errorText } from '../../platform/http-api.ts';
import { droppedFiles } from './dropped-files.ts';

type Props = { pack: string; packs: StickerPackRow[]; onClose: () => void; onAdded: () => void };

/** Takes pictures, a folder of them or a zip into a pack, one file after the other, and says which could not be taken. */
export function AddStickers({ pack, packs, onClose, onAdded }: Props) {
  const id = useId();
  const [name, setName] = useState(pack);
  const { state, send } = useSending(onAdded);
  const isNew = !packs.some((one) => one.name === name.trim());
  const wrong = name !== '' && !isPackName(name.trim());
  const take = (files: File[], folder: string) => {
    const to = name.trim() || folder;
    setName(to);
    if (isPackName(to)) void send(files, to);
  };
  return (
    <Modal
      open
      title={pack ? `往「${pack}」里加图` : '添加一包表情'}
      footer={<Button onClick={onClose}>{state.added.length > 0 ? '好了' : '取消'}</Button>}
      onCancel={onClose}
      maskClosable={false}
    >
      <div className="sticker-add">
        {!pack && (
          <label htmlFor={id}>
            包名
            <Input
              id={id}
              value={name}
              status={wrong ? 'error' : ''}
              placeholder="空着就用文件夹或 zip 的名字"
              onChange={({ target }) => setName(target.value)}
            />
          </label>
        )}
        {wrong && <p role="alert">{`包名须为 1 到 ${longestPackName} 个文字、字母或数字`}</p>}
        <DropPlace isBusy={state.share !== undefined} take={take} />
        {state.share !== undefined && <Progress percent={Math.round(state.share * 100)} />}
        <Outcome state={state} pack={name.trim()} isNew={isNew} />
      </div>
    </Modal>
  );
}

type DropProps = { isBusy: boolean; take: (files: File[], folder: string) => void };

function DropPlace({ isBusy, take }: DropProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const takeAll = (all: File[], from: string) => all.length > 0 && take(all, from);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to press the buttons inside
    <div
      className="sticker-add-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault();
        setOver(false);
        const dropped = await droppedFiles(event.dataTransfer);
        takeAll(dropped.files, dropped.folder);
      }}
    >
      <p>把图片、文件夹或 zip 拖到这里</p>
      <p className="quiet">png、webp、gif，一张不超过 200 KB，会动的不超过 512 KB；文件名就是表情的名字</p>
      <input
        ref={files}
        type="file"
        accept=".png,.webp,.gif,.zip"
        multiple
        hidden
        aria-label="选择图片或 zip"
        onChange={({ target }) => {
          takeAll([...(target.files ?? [])], nameOfZip(target.files));
          target.value = '';
        }}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="选择文件夹"
        {...wholeFolder}
        onChange={({ target }) => {
          const all = [...(target.files ?? [])].filter(isTakeable);
          takeAll(all, all[0]?.webkitRelativePath.split('/')[0] ?? '');
          target.value = '';
        }}
      />
      <Button loading={isBusy} onClick={() => files.current?.click()}>
        选择图片或 zip
      </Button>{' '}
      <Button disabled={isBusy} onClick={() => folder.current?.click()}>
        选择文件夹
      </Button>
    </div>
  );
}

/** Not among the attributes that React's types know. */
const wholeFolder = { webkitdirectory: '' };

const isTakeable = ({ name }: File) => /\.(png|webp|gif|zip)$/i.test(name);

function nameOfZip(files: FileList | null) {
  const [first] = files ?? [];
  return first && /\.zip$/i.test(first.name) ? first.name.replace(/\.zip$/i, '') : '';
}

type State = { share: number | undefined; added: string[]; refused: TakenStickers['refused'] };

function Outcome({ state: { share, added, refused }, pack, isNew }: { state: State; pack: string; isNew: boolean }) {
  if (share !== undefined || added.length + refused.length === 0) return null;
  return (
    <>
      {added.length > 0 && (
        <Alert type="success" showIcon title={`${isNew ? '新的一包' : ''}「${pack}」多了 ${added.length} 个表情`} />
      )}
      {refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${refused.length} 个没有收下`}
          description={
            <ul className="bullets">
              {refused.map(({ file, reason }) => (
                <li key={file}>
                  {file}：{reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}

function useSending(onAdded: () => void) {
  const [state, setState] = useState<State>({ share: undefined, added: [], refused: [] });
  const send = async (files: File[], pack: string) => {
    const done: Omit<State, 'share'> = { added: [], refused: [] };
    for (const [at, file] of files.entries()) {
      setState({ ...done, share: at / files.length });
      try {
        const taken = await sendOne(file, pack);
        done.added.push(...taken.added);
        done.refused.push(...taken.refused);
      } catch (error) {
        done.refused.push({ file: file.name, reason: errorText(error) });
      }
    }
    setState({ ...done, share: undefined });
    onAdded();
  };
  return { state, send };
}

/** Milliseconds without an answer: a zip has two hundred pictures to be decoded. */
const timeoutMs = 300_000;

async function sendOne(file: File, pack: string) {
  const address = `/v1/admin/stickers/?pack=${encodeURIComponent(pack)}`;
  return openEnvelope(await sendFile(browser, address, file, { timeoutMs })) as TakenStickers;
}
