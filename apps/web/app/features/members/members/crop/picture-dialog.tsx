import { lazy, Suspense, useState } from 'react';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import { type Area, cropPicture } from './crop-picture.ts';
import { PickPicture } from './pick-picture.tsx';
import { pictureKinds } from './picture-kinds.ts';
import { usePicture } from './use-picture.ts';
import { type UploadPicture, usePutUp } from './use-put-up.ts';
import './picture-dialog.css';

const CropStage = lazy(() => import('./crop-stage.tsx').then((part) => ({ default: part.CropStage })));

type Props = {
  kind: keyof typeof pictureKinds;
  /** The address of the present one, '' when it is drawn. */
  present: string;
  /** Chosen already, by a drop or a paste. */
  file?: File | undefined;
  upload: UploadPicture;
  save: (url: string) => Promise<unknown>;
  close: () => void;
};

/** Chooses, cuts and puts up a picture. Whatever fails, the picture and its frame stay as they are. */
export function PictureDialog({ kind, present, file, upload, save, close }: Props) {
  const { title, line, drawn, ...look } = pictureKinds[kind];
  const { opened, open, problem } = usePicture(file);
  const [framed, setFramed] = useState<{ url: string; area: Area }>();
  const { isBusy, refusal, share, putUp, putDrawn } = usePutUp({ upload, save });
  const area = framed?.url === opened?.url ? framed?.area : undefined;
  const cut = async () => {
    if (opened && area && (await putUp(() => cropPicture(opened.picture, area, look)))) close();
  };
  const draw = async () => {
    if (await putDrawn()) close();
  };
  return (
    <CardDialog title={title} line={line} close={close} wide>
      {opened ? (
        <Suspense fallback={<div className="crop-stage sk" />}>
          <CropStage
            key={opened.url}
            url={opened.url}
            aspect={look.width / look.height}
            round={look.round}
            onArea={(area) => setFramed({ url: opened.url, area })}
          />
        </Suspense>
      ) : (
        <PickPicture onPick={open} />
      )}
      <Said share={share} problem={problem || refusal?.message} />
      <p className="does">
        {opened && <PickPicture onPick={open} small />}
        {!opened && present && <Does words={drawn} act={draw} isBusy={isBusy} />}
        {opened && <Does words={isBusy ? '正在保存…' : '保存'} act={cut} isBusy={isBusy || !area} main />}
      </p>
    </CardDialog>
  );
}

type DoesProps = { words: string; act: () => void; isBusy: boolean; main?: boolean };

function Does({ words, act, isBusy, main = false }: DoesProps) {
  return (
    <button className={main ? 'btn seal-b' : 'btn quiet'} type="button" onClick={act} aria-disabled={isBusy}>
      {words}
    </button>
  );
}

/** How far it has come, or why it did not. */
function Said({ share, problem }: { share: number | undefined; problem: string | undefined }) {
  return (
    <div className="said" role="status">
      {share !== undefined && (
        <>
          <progress value={share} max={1} aria-label="上传" />
          <span>{share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在保存…'}</span>
        </>
      )}
      {problem && share === undefined && <p className="err">{problem}</p>}
    </div>
  );
}
