import type { Part } from '@mojian/contract/core/settings-fields/field';
import { Icon } from '@mojian/ui/icon';
import { type ReactNode, useState } from 'react';

type Props = { part: Part; isFilled: boolean; mustShow: boolean; children: ReactNode };

/** A part of a group: open where something is filled in, changed, wrong or looked for. */
export function FoldedPart({ part, isFilled, mustShow, children }: Props) {
  const [isOpened, setOpened] = useState(isFilled);
  return (
    <details className="folded" open={isOpened || mustShow} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <Icon name="down" />
        <b>{part.title}</b>
        <span className={isFilled ? 'state ok' : 'state'}>{isFilled ? '已填写' : '未填写'}</span>
      </summary>
      {children}
    </details>
  );
}
