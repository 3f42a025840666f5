import { longestSay } from '@mojian/contract/platform/rules';
import { type ClipboardEvent, type RefObject, useState } from 'react';
import { EmojiButton, putIn } from '../../../core/writing/insert-buttons.tsx';

type Topics = { topic: string; count: number }[];
type Props = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  topics: Topics;
  wrong: string | undefined;
  addPictures: (files: Iterable<File>) => void;
};

/** The letter paper a say is written on, and what helps to write. */
export function TextField({ field, text, setText, topics, wrong, addPictures }: Props) {
  const [prefix, setPrefix] = useState<string>();
  const characters = Array.from(text.trim()).length;
  const look = () =>
    setPrefix(field.current ? topicAt(field.current.value, field.current.selectionStart)?.prefix : undefined);
  const put = (sign: string) => {
    putIn(field.current, sign, setText);
    look();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addPictures(event.clipboardData.files);
  };
  return (
    <>
      <div className="pad">
        <textarea
          ref={field}
          className="letter"
          aria-label="说说内容"
          placeholder="这一刻在想什么，支持 Markdown 与 #话题"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            look();
          }}
          onClick={look}
          onKeyUp={look}
          onPaste={onPaste}
          aria-invalid={wrong !== undefined}
          aria-describedby="say-wrong say-letters"
        />
      </div>
      <TopicHints
        topics={prefix === undefined ? [] : topics.filter(({ topic }) => topic !== prefix && topic.startsWith(prefix))}
        choose={(topic) => {
          completeTopic(field.current, topic, setText);
          look();
        }}
      />
      <div className="bar9">
        <EmojiButton pick={put} />
        <button type="button" className="ib" aria-label="话题" onClick={() => put('#')}>
          <b aria-hidden="true">#</b>
        </button>
        <span id="say-letters" className={characters > longestSay ? 'push over' : 'push'}>
          {characters} / {longestSay}
        </span>
      </div>
      <p id="say-wrong" className="err" role="alert">
        {wrong}
      </p>
    </>
  );
}

function TopicHints({ topics, choose }: { topics: Topics; choose: (topic: string) => void }) {
  return (
    <p className="hints9" role="status">
      {topics.slice(0, 6).map(({ topic }) => (
        <button key={topic} type="button" className="chip" onClick={() => choose(topic)}>
          #{topic}
        </button>
      ))}
    </p>
  );
}

type Area = HTMLTextAreaElement | null;

function completeTopic(area: Area, topic: string, setText: (text: string) => void) {
  const at = area && topicAt(area.value, area.selectionStart);
  if (!area || !at) return;
  area.setSelectionRange(at.start, area.selectionStart);
  putIn(area, `#${topic} `, setText);
}

/** The topic that is being written where the caret stands: `今天 #慢工|` is 慢工, from its #. */
export function topicAt(text: string, caret: number): { start: number; prefix: string } | undefined {
  const found = /(?:^|[^\w#])#([^\s#]{0,20})$/u.exec(text.slice(0, caret));
  return found ? { start: caret - (found[1] ?? '').length - 1, prefix: found[1] ?? '' } : undefined;
}
