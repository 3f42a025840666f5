import { Icon } from '@mojian/ui/icon';
import { type ComponentProps, type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import { usePart } from '../../../../ui/loading.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { mayBePicture, type UploadPicture } from '../upload.ts';
import { type Area, cropPicture, openPicture, pictureKinds } from './crop-picture.ts';
import type { CropStage } from './crop-stage.tsx';
import './picture-dialog.css';

const loadStage = () => import('./crop-stage.tsx');

type Props = {
  kind: keyof typeof pictureKinds;
  /** Address of the present picture, '' for the generated one. */
  present: string;
  /** Already dropped or pasted. */
  file?: File | undefined;
  upload: UploadPicture;
  save: (url: string) => Promise<unknown>;
  close: () => void;
};

/** Chooses, crops and uploads a picture. After a failure picture and frame stay. */
export function PictureDialog({ kind, present, file, upload, save, close }: Props) {
  const { title, line, drawn, ...look } = pictureKinds[kind];
  const { opened, open, problem } = usePicture(file);
  const [framed, setFramed] = useState<{ url: string; area: Area }>();
  const { isBusy, refusal, share, uploadAndSave, saveDrawn } = useSavedPicture({ upload, save });
  const area = framed?.url === opened?.url ? framed?.area : undefined;
  const cut = async () => {
    if (opened && area && (await uploadAndSave(() => cropPicture(opened.picture, area, look)))) close();
  };
  const draw = async () => {
    if (await saveDrawn()) close();
  };
  return (
    <CardDialog title={title} line={line} close={close} wide>
      {opened ? (
        <Stage
          key={opened.url}
          url={opened.url}
          aspect={look.width / look.height}
          round={look.round}
          onArea={(area) => setFramed({ url: opened.url, area })}
        />
      ) : (
        <PickPicture onPick={open} />
      )}
      <Said share={share} problem={problem || refusal?.message} />
      <p className="card-dialog-actions">
        {opened && <PickPicture onPick={open} small />}
        {!opened && present && <Does words={drawn} act={draw} isBusy={isBusy} />}
        {opened && <Does words={isBusy ? '正在保存…' : '保存'} act={cut} isBusy={isBusy || !area} main />}
      </p>
    </CardDialog>
  );
}

function Stage(props: ComponentProps<typeof CropStage>) {
  const part = usePart(loadStage);
  return part ? <part.CropStage {...props} /> : <div className="crop-stage skeleton" />;
}

type DoesProps = { words: string; act: () => void; isBusy: boolean; main?: boolean };

function Does({ words, act, isBusy, main = false }: DoesProps) {
  return (
    <button className={main ? 'btn btn-seal' : 'btn quiet'} type="button" onClick={act} aria-disabled={isBusy}>
      {words}
    </button>
  );
}

/** Progress or error. */
function Said({ share, problem }: { share: number | undefined; problem: string | undefined }) {
  return (
    <div className="picture-dialog-status type-note sub" role="status">
      {share !== undefined && (
        <>
          <progress value={share} max={1} aria-label="上传" />
          <span>{share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在保存…'}</span>
        </>
      )}
      {problem && share === undefined && <p className="error">{problem}</p>}
    </div>
  );
}

/** Button and drop target for a picture. */
function PickPicture({ onPick, small = false }: { onPick: (file: File) => void; small?: boolean }) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onPick(file);
  };
  return (
    <label
      className={
        small
          ? 'btn quiet'
          : isOver
            ? 'picture-dialog-pick picture-dialog-over stack gap-1 dim'
            : 'picture-dialog-pick stack gap-1 dim'
      }
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        className="visually-hidden"
        type="file"
        accept="image/*"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onPick(file);
          target.value = ''; // allows choosing the same file again
        }}
      />
      {small ? (
        '重新选择'
      ) : (
        <>
          <Icon name="pic" />
          <b className="ink">选一张图片</b>
          <span>也可以把图片拖到这里，或者粘贴</span>
        </>
      )}
    </label>
  );
}

async function whyUnopened(file: Blob) {
  const { describeFile } = await import('@mojian/client/shrink-picture');
  return (await describeFile(file)) ?? '这个文件打不开，请选一张图片';
}

type Opened = NonNullable<Awaited<ReturnType<typeof openPicture>>>;

/** The decoded picture. A file that is not a picture only sets `problem`. */
function usePicture(first?: File) {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState('');
  const shown = useRef<Opened>(undefined);
  const show = (next: Opened | undefined) => {
    if (shown.current) URL.revokeObjectURL(shown.current.url);
    shown.current = next;
    setOpened(next);
  };
  const open = async (file: Blob) => {
    const next = await openPicture(file);
    setProblem(next ? '' : await whyUnopened(file));
    if (next) show(next);
  };
  const openFirst = useEffectEvent(() => {
    if (first) void open(first);
  });
  const onPasted = useEffectEvent(({ clipboardData }: ClipboardEvent) => {
    const picture = [...(clipboardData?.files ?? [])].find(mayBePicture);
    if (picture) void open(picture);
  });
  const onLeave = useEffectEvent(() => show(undefined));
  useEffect(() => {
    openFirst();
    const onPaste = (event: ClipboardEvent) => onPasted(event);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('paste', onPaste);
      onLeave();
    };
  }, []);
  return { opened, open, problem };
}

type UploadPictureOptions = {
  upload: UploadPicture;
  /** Saves this address, or '' for the generated picture. */
  save: (url: string) => Promise<unknown>;
};

/** Uploads a picture and saves it. `share` is the progress, 0 to 1; unmounting aborts. */
function useSavedPicture({ upload, save }: UploadPictureOptions) {
  const [share, setShare] = useState<number>();
  const sending = useSending();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);

  const uploadAndSave = async (make: () => Promise<Blob>) => {
    const done = await sending.send(async () => {
      const picture = await make();
      setShare(0);
      const { url } = await upload(picture, { onProgress: setShare, signal: leaving.current.signal });
      await save(url);
    });
    setShare(undefined);
    return done;
  };
  return { ...sending, share, uploadAndSave, saveDrawn: () => sending.send(() => save('')) };
}
