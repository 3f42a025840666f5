import type { Say } from '@mojian/contract/community/says';
import type { Me } from '@mojian/contract/core/sessions';
import { longestPlace, longestSay } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { plainAddress } from '@mojian/ui/shown-pictures';
import { useEffect, useState } from 'react';
import { Face } from '../../../../ui/face.tsx';
import { dayInChina } from '../../../../ui/moment.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { checkLength, fieldOf } from '../../../core/composer/checks.ts';
import { EmojiButton, insertText, LengthCounter } from '../../../core/composer/controls.tsx';
import { pasteInto } from '../../../core/composer/pictures.ts';
import { composerKeys, TextField } from '../../../core/composer/text-field.tsx';
import { type Draft, useComposer } from '../../../core/composer/use-composer.ts';
import type { UploadPicture } from '../../../core/uploads/upload.ts';
import { fullDay } from '../say-days.ts';
import type { SayDeps } from '../says.ts';
import { PictureWall } from './picture-wall.tsx';
import { completeTopic, TopicHints, type Topics, useTopics } from './topics.tsx';
import { WeatherField } from './weather-field.tsx';

/** `pictures`: uploaded ones, in their order. */
type SayDraft = Draft & Pick<Say, 'pictures' | 'place' | 'isPublic'> & Partial<Pick<Say, 'weather' | 'hasAiContent'>>;

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
    send: ({ text, place, weather, isPublic, hasAiContent, pictures }, key) => {
      const body = { text, place, weather, isPublic, hasAiContent, pictures: pictures.map(({ url }) => url) };
      return say ? calls.update({ body: { ...body, id: say.id } }) : calls.insert({ body: { ...body, key: key() } });
    },
    onSent: (sent, { forget }) => {
      forget();
      onSent(sent);
    },
  });
}

const emptyDraft: SayDraft = { text: '', pictures: [], place: '', weather: '', isPublic: true, hasAiContent: false };

function draftOf({ text, pictures, place, weather, isPublic, hasAiContent }: Say): SayDraft {
  const plain = pictures.map((picture) => ({ ...picture, url: plainAddress(picture.url) }));
  return { text, pictures: plain, place, weather, isPublic, hasAiContent };
}

type Composer = ReturnType<typeof useSayComposer>;
type Props = {
  me: Me;
  composer: Composer;
  topics: Topics;
  /** Word on the button that sends. */
  send: '发布' | '写下' | '保存';
  /** Closes the form where it stands above the list. */
  close?: () => void;
};

/** Form of a say: text, pictures, place, weather and visibility. */
export function SayForm({ me, composer, topics, send, close }: Props) {
  const { change, field, pictures, dropping, wrong } = composer;
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  const wrongPlace = wrong && ['place', 'pictures'].find((place) => place === fieldOf(wrong));
  return (
    <form
      {...composer.form}
      className={dropping.isOver ? 'sheet say-paper say-form-over' : 'sheet say-paper'}
      aria-label={send === '保存' ? '编辑说说' : '添加说说'}
      onKeyDown={composerKeys(composer)}
      {...dropping.on}
    >
      <Writer me={me} composer={composer} close={close} />
      <SayText composer={composer} topics={topics} wrong={wrongPlace ? undefined : wrong?.message} />
      <PictureWall pictures={pictures} change={(to) => change((now) => ({ ...now, pictures: to(now.pictures) }))} />
      <p className="error" role="alert">
        {wrongPlace === 'pictures' && wrong?.message}
      </p>
      <Options composer={composer} wrong={wrongPlace === 'place' ? wrong?.message : undefined} send={send} />
    </form>
  );
}

function Writer({ me, composer: { wasRestored, reset }, close }: Pick<Props, 'me' | 'composer' | 'close'>) {
  const [today] = useState(() => fullDay(dayInChina(new Date().toISOString())));
  return (
    <div className="say-form-head row">
      <Face name={me.nickname} picture={ownPicture(me.avatar)} />
      <div>
        <b>{today}</b>
        <p className="meta" role="status">
          {wasRestored ? '已恢复上次没写完的内容' : '内容会自动保存在这个浏览器里'}
          {wasRestored && (
            <button type="button" className="hover-line accent" onClick={reset}>
              清空
            </button>
          )}
        </p>
      </div>
      {close && (
        <button type="button" className="icon-button push" aria-label="收起" onClick={close}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}

type SayTextProps = Pick<Props, 'composer' | 'topics'> & { wrong: string | undefined };

/** Text field of a say with its topic suggestions. */
function SayText({ composer: { field, draft, setText, pictures, isBusy }, topics, wrong }: SayTextProps) {
  const { hints, look } = useTopics(field, topics);
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
      <p id="say-wrong" className="error" role="alert">
        {wrong}
      </p>
    </>
  );
}

type OptionsProps = Pick<Props, 'composer' | 'send'> & { wrong: string | undefined };

/** Place, weather, emoji, topic and visibility, and the button that sends. */
function Options({ composer: { draft, change, field, setText, isBusy }, wrong, send }: OptionsProps) {
  const { weather = '', isPublic, hasAiContent = false } = draft;
  const put = (sign: string) => insertText(field.current, sign, setText);
  return (
    <>
      <p id="place-wrong" className="error" role="alert">
        {wrong}
      </p>
      <div className="say-form-options row row-wrap">
        <label className={draft.place ? 'say-form-pill say-form-place say-form-on' : 'say-form-pill say-form-place'}>
          <Icon name="place" />
          <input
            aria-label="地点"
            placeholder="地点"
            title={`在哪里，不超过 ${longestPlace} 个字`}
            value={draft.place}
            autoComplete="off"
            onChange={({ target: { value } }) => change((now) => ({ ...now, place: value }))}
            aria-invalid={wrong !== undefined}
            aria-describedby="place-wrong"
          />
        </label>
        <WeatherField weather={weather} change={(to) => change((now) => ({ ...now, weather: to }))} />
        <EmojiButton pick={put} />
        <button type="button" className="icon-button" aria-label="话题" onClick={() => put('#')}>
          <b aria-hidden="true">#</b>
        </button>
        <button
          type="button"
          className={isPublic ? 'say-form-pill' : 'say-form-pill say-form-on'}
          aria-label={`谁可以看：${isPublic ? '所有人' : '仅自己'}`}
          onClick={() => change((now) => ({ ...now, isPublic: !isPublic }))}
        >
          <Icon name={isPublic ? 'eye' : 'lock'} />
          {isPublic ? '所有人' : '仅自己'}
        </button>
        <button
          type="button"
          className={hasAiContent ? 'say-form-pill say-form-on' : 'say-form-pill'}
          aria-label="声明含 AI 生成内容"
          title="声明这一条含 AI 生成的内容"
          aria-pressed={hasAiContent}
          onClick={() => change((now) => ({ ...now, hasAiContent: !hasAiContent }))}
        >
          <Icon name={hasAiContent ? 'ok' : 'plus'} />含 AI
        </button>
        <span className="say-form-letters dim push">
          <LengthCounter id="say-letters" text={draft.text} most={longestSay} />
        </span>
        <button type="submit" className="btn btn-seal" aria-disabled={isBusy}>
          {isBusy ? '正在提交…' : send}
        </button>
      </div>
    </>
  );
}
