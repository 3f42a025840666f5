import type { Failure } from '@mojian/contract/platform/failures';
import { Link } from 'react-router';
import type { Entry } from '../journal/entry.ts';
import { DeskSays } from './waiting.tsx';

type Props = {
  failure: Failure;
  entry: Entry | undefined;
  restore: () => void;
  /** Makes a new article of what this browser still has. */
  rescue: (entry: Entry) => void;
};

/** The article lies in the trash, is another's, or never was. What is left of it here is offered. */
export function Missing({ failure, entry, restore, rescue }: Props) {
  const isTrash = failure.id === 'gone';
  return (
    <DeskSays drawing={isTrash ? 'leaf' : 'torn'} title={isTrash ? '这篇文章在回收站里' : '没有这篇文章'}>
      <p>{isTrash ? '恢复之后可以继续写。' : '它不在了，或者不是你的。'}</p>
      {entry && <p>这台设备上还有它没保存到服务器的文字。</p>}
      <p className="desk-ways">
        {isTrash && (
          <button className="btn seal-b" type="button" onClick={restore}>
            恢复
          </button>
        )}
        {entry && !isTrash && (
          <button className="btn seal-b" type="button" onClick={() => rescue(entry)}>
            用这些文字新建一篇
          </button>
        )}
        <Link className="btn" to="/newposts">
          写新文章
        </Link>
      </p>
    </DeskSays>
  );
}
