import type { Me } from '@mojian/contract/core/sessions';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { isBlank, longestPlace, longestSay } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type DragEvent, type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { useFocusRefused } from '../../../core/forms/use-focus-refused.ts';
import { type Coming, useUploads } from '../../../core/uploads/use-uploads.ts';
import { PictureWall } from './picture-wall.tsx';
import type { NewSayDeps, SayDraft, useSayDraft } from './say-draft.ts';
import { TextField } from './text-field.tsx';

type Props = {
  me: Me;
  writing: ReturnType<typeof useSayDraft>;
  field: React.RefObject<HTMLTextAreaElement | null>;
  topics: { topic: string; count: number }[];
  isNew: boolean;
  upload: NewSayDeps['upload'];
  send: (draft: SayDraft) => Promise<unknown>;
};

/** A say being written: its words, pictures, place and openness. */
export function SayForm({ me, writing, field, topics, isNew, upload, send }: Props) {
  const { draft, change } = writing;
  const changePictures = (to: (before: SayDraft['pictures']) => SayDraft['pictures']) =>
    change((now) => ({ pictures: to(now.pictures) }));
  const wall = useUploads({ saved: draft.pictures, change: changePictures, upload });
  const { isBusy, wrong, submit } = useSubmit(
    () => refusalOf(draft, wall.coming),
    () => send(draft),
  );
  const form = useFocusRefused(wrong);
  useEffect(() => {
    if (!wrong?.field?.startsWith('pictures')) return;
    const places = ['.up9 button', '.add9', '.rm'].map((place) => form.current?.querySelector<HTMLElement>(place));
    places.find((place) => place)?.focus();
  }, [wrong, form]);
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  const dropping = useDropping(wall.add);
  const wrongIn = (name: string) => (wrong && (wrong.field ?? '').split('.')[0] === name ? wrong.message : undefined);
  const others = ['place', 'pictures'].some((name) => wrongIn(name)) ? undefined : wrong?.message;

  const onSubmit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    void submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit(event);
  };
  return (
    <form
      ref={form}
      className={dropping.isOver ? 'sheet paper over9' : 'sheet paper'}
      aria-label={isNew ? '添加说说' : '编辑说说'}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      {...dropping.on}
      noValidate
    >
      <div className="say-by">
        <Face name={me.nickname} picture={ownPicture(me.avatar)} />
        <div>
          <b>{me.nickname}</b>
          <p className="meta" role="status">
            {writing.wasKept ? '已恢复上次没写完的内容' : '内容会自动保存在这个浏览器里'}
            {writing.wasKept && (
              <button type="button" className="lk" onClick={writing.reset}>
                清空
              </button>
            )}
          </p>
        </div>
      </div>
      <TextField
        {...{ field, topics }}
        text={draft.text}
        setText={(text) => change({ text })}
        wrong={others}
        addPictures={wall.add}
      />
      <PictureWall saved={draft.pictures} change={changePictures} wall={wall} />
      <p className="err" role="alert">
        {wrongIn('pictures')}
      </p>
      <Options
        place={draft.place}
        setPlace={(place) => change({ place })}
        isPublic={draft.isPublic}
        setPublic={(isPublic) => change({ isPublic })}
        {...{ wrong: wrongIn('place'), isBusy, isNew }}
      />
    </form>
  );
}

/** Sends one at a time. What is wrong with it, or why it did not arrive, stays until the next try. */
function useSubmit(check: () => Failure | undefined, send: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Failure>();
  const sending = useRef(false);
  const submit = async () => {
    if (sending.current) return;
    const refusal = check();
    setWrong(refusal);
    if (refusal) return;
    sending.current = true;
    setBusy(true);
    await send().catch((error) => setWrong(readableFailure(error)));
    sending.current = false;
    setBusy(false);
  };
  return { isBusy, wrong, submit };
}

/** Files may be dropped anywhere on the sheet. */
function useDropping(add: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    isOver,
    on: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      },
    },
  };
}

type OptionsProps = {
  place: string;
  setPlace: (place: string) => void;
  isPublic: boolean;
  setPublic: (isPublic: boolean) => void;
  wrong: string | undefined;
  isBusy: boolean;
  isNew: boolean;
};

/** Place, visibility and the send button. */
function Options({ place, setPlace, isPublic, setPublic, wrong, isBusy, isNew }: OptionsProps) {
  const send = isNew ? '发布' : '保存';
  return (
    <>
      <p id="place-wrong" className="err" role="alert">
        {wrong}
      </p>
      <div className="opt">
        <label className="pl">
          <Icon name="place" />
          <input
            aria-label="地点"
            placeholder={`在哪里，不超过 ${longestPlace} 个字`}
            value={place}
            autoComplete="off"
            onChange={({ target }) => setPlace(target.value)}
            aria-invalid={wrong !== undefined}
            aria-describedby="place-wrong"
          />
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame of its own */}
        <div className="switch" role="group" aria-label="谁可以看">
          <button type="button" aria-pressed={isPublic} onClick={() => setPublic(true)}>
            公开
          </button>
          <button type="button" aria-pressed={!isPublic} onClick={() => setPublic(false)}>
            仅自己
          </button>
        </div>
        <button type="submit" className="btn seal-b" aria-disabled={isBusy}>
          <Icon name="send" />
          {isBusy ? '正在提交…' : send}
        </button>
      </div>
    </>
  );
}

/** Why a say cannot be sent as it is, or nothing. */
function refusalOf({ text, place }: SayDraft, coming: Coming[]): Failure | undefined {
  if (isBlank(text)) return refuse('请输入内容', 'text');
  if (lengthOf(text) > longestSay) return refuse(`内容不能超过 ${longestSay} 个字`, 'text');
  if (lengthOf(place) > longestPlace) return refuse(`地点不能超过 ${longestPlace} 个字`, 'place');
  if (coming.some(({ wrong }) => wrong !== undefined)) return refuse('有图片上传失败，请重试或移除', 'pictures');
  return coming.length > 0 ? refuse('图片还在上传，请稍候', 'pictures') : undefined;
}

/** Shows an error at its field, or below the text if it has none. */
function readableFailure(error: unknown): Failure {
  if (!isFailure(error) || error.id === 'unavailable') return refuse('提交失败，内容还在，请重试', '');
  return error;
}

function refuse(words: string, field: string) {
  return new Failure('invalid-input', words, field);
}

function lengthOf(text: string) {
  return Array.from(text.trim()).length;
}
