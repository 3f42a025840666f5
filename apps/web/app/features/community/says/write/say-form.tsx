import type { Say } from '@mojian/contract/community/says';
import type { Me } from '@mojian/contract/core/sessions';
import { longestPlace, longestSay } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { plainAddress } from '@mojian/ui/shown-pictures';
import { useEffect } from 'react';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { checkLength, fieldOf } from '../../../core/composer/checks.ts';
import { EmojiButton, insertText, LengthCounter } from '../../../core/composer/controls.tsx';
import { pasteInto } from '../../../core/composer/pictures.ts';
import { composerKeys, TextField } from '../../../core/composer/text-field.tsx';
import { type Draft, useComposer } from '../../../core/composer/use-composer.ts';
import type { UploadPicture } from '../../../core/uploads/upload.ts';
import type { SayDeps } from '../says.ts';
import { PictureWall } from './picture-wall.tsx';
import { completeTopic, TopicHints, type Topics, useTopics } from './topics.tsx';

/** `pictures`: uploaded ones, in their order. */
type SayDraft = Draft & { pictures: Say['pictures']; place: string; isPublic: boolean };

export type NewSayDeps = Pick<SayDeps, 'calls' | 'reading'> & { upload: UploadPicture };

type ComposerOptions = {
  userId: number;
  /** The say that is being changed. */
  say: Say | undefined;
  deps: NewSayDeps;
  onSent: (sent: { held: boolean }) => void;
};

/** State of a new or edited say. Its draft is stored by member and by the say it changes. */
export function useSayComposer({ userId, say, deps: { calls, upload }, onSent }: ComposerOptions) {
  return useComposer({
    stored: {
      store: 'localStorage',
      name: `say-draft ${userId} ${say?.id ?? 'new'}`,
      before: say ? draftOf(say) : emptyDraft,
    },
    rule: { noun: '内容', most: longestSay, empty: '请输入内容' },
    upload,
    check: ({ place }) => checkLength(place, { noun: '地点', most: longestPlace }, 'place'),
    send: ({ text, place, isPublic, pictures }, key) => {
      const body = { text, place, isPublic, pictures: pictures.map(({ url }) => url) };
      return say ? calls.update({ body: { ...body, id: say.id } }) : calls.insert({ body: { ...body, key: key() } });
    },
    onSent: (sent, { forget }) => {
      forget();
      onSent(sent);
    },
  });
}

const emptyDraft: SayDraft = { text: '', pictures: [], place: '', isPublic: true };

function draftOf({ text, pictures, place, isPublic }: Say): SayDraft {
  const plain = pictures.map((picture) => ({ ...picture, url: plainAddress(picture.url) }));
  return { text, pictures: plain, place, isPublic };
}

type Composer = ReturnType<typeof useSayComposer>;
type Props = { me: Me; composer: Composer; topics: Topics; isNew: boolean };

/** Form of a say: text, pictures, place and visibility. */
export function SayForm({ me, composer, topics, isNew }: Props) {
  const { change, field, pictures, dropping, wrong } = composer;
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  const wrongPlace = wrong && ['place', 'pictures'].find((place) => place === fieldOf(wrong));
  return (
    <form
      {...composer.form}
      className={dropping.isOver ? 'sheet say-paper say-form-over' : 'sheet say-paper'}
      aria-label={isNew ? '添加说说' : '编辑说说'}
      onKeyDown={composerKeys(composer)}
      {...dropping.on}
    >
      <Writer me={me} composer={composer} />
      <SayText composer={composer} topics={topics} wrong={wrongPlace ? undefined : wrong?.message} />
      <PictureWall pictures={pictures} change={(to) => change((now) => ({ ...now, pictures: to(now.pictures) }))} />
      <p className="error" role="alert">
        {wrongPlace === 'pictures' && wrong?.message}
      </p>
      <Options composer={composer} wrong={wrongPlace === 'place' ? wrong?.message : undefined} isNew={isNew} />
    </form>
  );
}

function Writer({ me, composer: { wasRestored, reset } }: Pick<Props, 'me' | 'composer'>) {
  return (
    <div className="say-by">
      <Face name={me.nickname} picture={ownPicture(me.avatar)} />
      <div>
        <b>{me.nickname}</b>
        <p className="meta" role="status">
          {wasRestored ? '已恢复上次没写完的内容' : '内容会自动保存在这个浏览器里'}
          {wasRestored && (
            <button type="button" className="hover-line accent" onClick={reset}>
              清空
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

type SayTextProps = Pick<Props, 'composer' | 'topics'> & { wrong: string | undefined };

/** Text field of a say with its toolbar and topic suggestions. */
function SayText({ composer: { field, draft, setText, pictures, isBusy }, topics, wrong }: SayTextProps) {
  const { hints, look } = useTopics(field, topics);
  const put = (sign: string) => {
    insertText(field.current, sign, setText);
    look();
  };
  return (
    <>
      <div className="say-form-field">
        <TextField
          id="say"
          field={field}
          setText={setText}
          text={draft.text}
          className="ruled-paper"
          label="说说内容"
          placeholder="这一刻在想什么，支持 Markdown 与 #话题"
          onInput={look}
          onClick={look}
          onKeyUp={look}
          onPaste={pasteInto(pictures.add)}
          isWrong={wrong !== undefined}
          isBusy={isBusy}
          aria-describedby="say-wrong say-letters"
        />
      </div>
      <TopicHints
        hints={hints}
        choose={(topic) => {
          completeTopic(field.current, topic, setText);
          look();
        }}
      />
      <div className="say-form-bar dim row">
        <EmojiButton pick={put} />
        <button type="button" className="icon-button" aria-label="话题" onClick={() => put('#')}>
          <b aria-hidden="true">#</b>
        </button>
        <LengthCounter id="say-letters" text={draft.text} most={longestSay} />
      </div>
      <p id="say-wrong" className="error" role="alert">
        {wrong}
      </p>
    </>
  );
}

type OptionsProps = Pick<Props, 'composer' | 'isNew'> & { wrong: string | undefined };

/** Place, visibility and the send button. */
function Options({ composer: { draft, change, isBusy }, wrong, isNew }: OptionsProps) {
  const setPublic = (isPublic: boolean) => change((now) => ({ ...now, isPublic }));
  const send = isNew ? '发布' : '保存';
  return (
    <>
      <p id="place-wrong" className="error" role="alert">
        {wrong}
      </p>
      <div className="say-form-options row row-wrap">
        <label className="say-form-place dim row">
          <Icon name="place" />
          <input
            className="ink grow"
            aria-label="地点"
            placeholder={`在哪里，不超过 ${longestPlace} 个字`}
            value={draft.place}
            autoComplete="off"
            onChange={({ target: { value } }) => change((now) => ({ ...now, place: value }))}
            aria-invalid={wrong !== undefined}
            aria-describedby="place-wrong"
          />
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in the form's row in every browser */}
        <div className="switch" role="group" aria-label="谁可以看">
          <button type="button" aria-pressed={draft.isPublic} onClick={() => setPublic(true)}>
            公开
          </button>
          <button type="button" aria-pressed={!draft.isPublic} onClick={() => setPublic(false)}>
            仅自己
          </button>
        </div>
        <button type="submit" className="btn btn-seal" aria-disabled={isBusy}>
          <Icon name="send" />
          {isBusy ? '正在提交…' : send}
        </button>
      </div>
    </>
  );
}
