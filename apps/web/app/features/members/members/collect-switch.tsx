import { Icon } from '@mojian/ui/icon';
import { useRef, useState } from 'react';
import type { CallsOf } from '../../../calls.ts';
import { sayIfLost } from '../../../ui/say-if-lost.ts';

type Props = { article: { id: number; title: string }; calls: CallsOf<'collects'> };

/** Lets go of a kept article, and keeps it again: its row stays as long as the list does, so that no slip costs it. */
export function CollectSwitch({ article: { id, title }, calls: { collects } }: Props) {
  const [isKept, setKept] = useState(true);
  const isBusy = useRef(false);
  const toggle = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setKept(!isKept);
    await (isKept ? collects.uncollect : collects.collect)({ query: { articleId: id } }).catch((error) => {
      setKept(isKept);
      sayIfLost(error);
    });
    isBusy.current = false;
  };
  return (
    <button className="keep" type="button" data-on={isKept} onClick={toggle}>
      <Icon name="star" />
      {isKept ? '已收藏' : '收藏'}
      <span className="vh">{isKept ? `《${title}》，按下取消收藏` : `《${title}》`}</span>
    </button>
  );
}
