import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { NamedSeries } from '@mojian/ui/compare/series-name';
import { Icon } from '@mojian/ui/icon';
import { useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { exactTime } from '../../../../ui/times.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { desks, useMedia } from '../desk/use-media.ts';
import { type Choices, FieldChoices } from './field-choices.tsx';
import { changedFields } from './fields.ts';
import { type Merging, oneColumn, sideBySide } from './merge-editors.ts';
import './merge.css';

type Props = {
  theirs: Draft;
  mine: ArticleContent;
  /** The author's series. */
  loadSeries: () => Promise<NamedSeries[]>;
  /** Keeps both, and puts what was made of them on top of theirs. @throws Failure. */
  save: (merged: ArticleContent) => Promise<unknown>;
  close: () => void;
};

/** Two devices went on with one article: both texts, and the one that is made of them. */
export function MergeDialog({ theirs, mine, loadSeries, save, close }: Props) {
  const isPhone = useMedia(desks.phone);
  const place = useRef<HTMLDivElement>(null);
  const merging = useRef<Merging>(null);
  const [choices, setChoices] = useState<Choices>({});
  const { isBusy, refusal, send } = useSending();
  const fields = changedFields(theirs.content, mine);
  const hasTexts = theirs.content.markdown !== mine.markdown;

  useLayoutEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const show = isPhone ? oneColumn : sideBySide;
    const text = merging.current?.text() ?? mine.markdown;
    merging.current = show({ theirs: theirs.content.markdown, mine: text, parent });
    return () => merging.current?.destroy();
  }, [isPhone, theirs, mine]);

  const takeAll = (from: ArticleContent, side: 'theirs' | 'mine') => {
    merging.current?.put(from.markdown);
    setChoices(Object.fromEntries(fields.map((name) => [name, side])));
  };
  const onSave = async () => {
    const theirOnes = fields.filter((name) => choices[name] === 'theirs').map((name) => [name, theirs.content[name]]);
    const merged = { ...mine, ...Object.fromEntries(theirOnes), markdown: merging.current?.text() ?? mine.markdown };
    if (await send(() => save(merged))) close();
  };
  return (
    <Dialog className="dialog merge" label="合并两个版本" onClose={close}>
      <header>
        <div>
          <h2>合并两个版本</h2>
          <p>{`别处的版本保存于 ${exactTime(theirs.savedAt)}。两个版本都会留在历史里，合并后可以继续写。`}</p>
        </div>
        <button className="ib" type="button" aria-label="取消" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div className="merge-body">
        {fields.length > 0 && (
          <FieldChoices {...{ fields, mine, choices, loadSeries }} theirs={theirs.content} choose={setChoices} />
        )}
        {hasTexts && (
          <>
            <p className="merge-heads" aria-hidden="true">
              <span>别处的</span>
              <span>这里的（合并结果，可以继续修改）</span>
            </p>
            <div className="merge-text" ref={place} />
          </>
        )}
      </div>
      <footer>
        <button className="btn quiet" type="button" onClick={() => takeAll(theirs.content, 'theirs')}>
          全用别处的
        </button>
        <button className="btn quiet" type="button" onClick={() => takeAll(mine, 'mine')}>
          全用这里的
        </button>
        <span className="push err" role="alert">
          {refusal?.message}
        </span>
        <button className="btn" type="button" onClick={close}>
          取消
        </button>
        <button className="btn seal-b" type="button" aria-disabled={isBusy} onClick={() => void onSave()}>
          {isBusy ? '正在保存…' : '保存合并结果'}
        </button>
      </footer>
    </Dialog>
  );
}
