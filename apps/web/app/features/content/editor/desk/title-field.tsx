import { longestArticleTitle } from '@mojian/contract/platform/rules';
import type { KeyboardEvent } from 'react';
import type { Writing } from '../editor-parts.ts';

type Props = { writing: Writing; readOnly: boolean; onDone: () => void };

/** Characters from which on it is shown how many there are. */
const counted = 60;

/** The title grows with what is written in it. What does not fit is said here, and nothing is cut off. */
export function TitleField({ writing, readOnly, onDone }: Props) {
  const { title } = writing.content;
  const error = writing.errors.title;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="ttl">
      <textarea
        rows={1}
        aria-label="标题"
        placeholder="请输入标题"
        data-field="title"
        value={title}
        readOnly={readOnly}
        onChange={({ target }) => writing.change({ title: target.value.replaceAll(/[\r\n]+/g, ' ') })}
        onKeyDown={onKeyDown}
        aria-invalid={error !== undefined}
        aria-describedby="title-below"
      />
      <div id="title-below" className="ttl-below">
        {error && (
          <p className="err" role="alert">
            {error}
          </p>
        )}
        {title.length > counted && <span className="num">{`${title.length} / ${longestArticleTitle}`}</span>}
      </div>
    </div>
  );
}
