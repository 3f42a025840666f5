import { type RefObject, useState } from 'react';
import { insertText } from '../../../core/composer/controls.tsx';

export type Topics = { topic: string; count: number }[];

/** Suggests topics that complete the one at the caret; `look` reads the caret again. */
export function useTopics(field: RefObject<HTMLTextAreaElement | null>, topics: Topics) {
  const [prefix, setPrefix] = useState<string>();
  const look = () => setPrefix(topicIn(field.current)?.prefix);
  const hints =
    prefix === undefined ? [] : topics.filter(({ topic }) => topic !== prefix && topic.startsWith(prefix)).slice(0, 6);
  return { hints, look };
}

type TopicHintsProps = { hints: Topics; choose: (topic: string) => void };

export function TopicHints({ hints, choose }: TopicHintsProps) {
  return (
    <p className="say-form-hints row row-wrap" role="status">
      {hints.map(({ topic }) => (
        <button key={topic} type="button" className="chip" onClick={() => choose(topic)}>
          #{topic}
        </button>
      ))}
    </p>
  );
}

export function completeTopic(area: HTMLTextAreaElement | null, topic: string, setText: (text: string) => void) {
  const at = topicIn(area);
  if (!area || !at) return;
  area.setSelectionRange(at.start, area.selectionStart);
  insertText(area, `#${topic} `, setText);
}

function topicIn(area: HTMLTextAreaElement | null) {
  return area ? topicAt(area.value, area.selectionStart) : undefined;
}

/** Finds the unfinished topic at the caret: `今天 #慢工|` is 慢工, from its #. */
export function topicAt(text: string, caret: number): { start: number; prefix: string } | undefined {
  const found = /(?:^|[^\w#])#([^\s#]{0,20})$/u.exec(text.slice(0, caret));
  return found ? { start: caret - (found[1] ?? '').length - 1, prefix: found[1] ?? '' } : undefined;
}
