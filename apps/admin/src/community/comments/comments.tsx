import type { CommentRow } from '@mojian/contract/community/comments-admin';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { actOf } from '../../platform/listing/act-of.ts';
import type { BatchAct } from '../../platform/listing/batch-bar.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import type { RowAct } from '../../platform/listing/row-acts.tsx';
import {
  hide,
  release,
  remove,
  WrittenText,
  writingColumns,
  writingCsv,
  writingFilters,
  writingStates,
} from '../../platform/listing/writing-columns.tsx';
import { ReplyDialog } from './reply-dialog.tsx';

const restore = { name: 'restore', title: '恢复', undo: 'remove' };
const taken = { ...remove, undo: restore.name };
const acts: BatchAct[] = [{ ...release, undo: hide.name }, hide, taken, restore];

export function Component() {
  const [answered, setAnswered] = useState<CommentRow>();
  const [round, setRound] = useState(0);
  return (
    <>
      <Listing<CommentRow>
        name="评论"
        title="评论"
        none="还没有人评论"
        round={round}
        load={api.comments.list}
        act={(ids, act) =>
          api.comments.act({ body: { ids, act: actOf(['release', 'hold', 'remove', 'restore'], act) } })
        }
        acts={acts}
        rowActs={(row) => actsOf(row, () => setAnswered(row))}
        filters={writingFilters('评论', states)}
        columns={columns}
        csv={[...writingCsv, { title: '写在', text: ({ target }) => target.title }]}
      />
      {answered && (
        <ReplyDialog
          comment={answered}
          onClose={() => setAnswered(undefined)}
          onDone={() => {
            setAnswered(undefined);
            setRound((now) => now + 1);
          }}
        />
      )}
    </>
  );
}

const states = Object.entries(writingStates).map(([value, label]) => ({ value, label }));

const [, ...others] = writingColumns<CommentRow>();
const columns = [
  { key: 'text', title: '内容', render: (_: unknown, row: CommentRow) => <What row={row} /> },
  ...others,
  {
    key: 'target',
    title: '写在',
    className: 'tight',
    render: (_: unknown, { target, path }: CommentRow) => (
      <a href={path} title={target.title}>
        {target.title}
      </a>
    ),
  },
  {
    key: 'likes',
    title: '赞',
    align: 'right' as const,
    className: 'tight',
    render: (_: unknown, { likes }: CommentRow) => likes || '',
  },
];

/** Under what it answers, as far as that goes. */
function What({ row }: { row: CommentRow }) {
  return (
    <div>
      {row.answers && (
        <span className="written quiet">
          回复 {row.answers.nickname}
          {row.answers.text && `：${row.answers.text}`}
        </span>
      )}
      <WrittenText row={row} pictures={row.pictures} />
    </div>
  );
}

/** Everything here can be taken back, so nobody is asked before. */
function actsOf({ state, mayRestore }: CommentRow, answer: () => void): RowAct[] {
  if (state === 'removed') return mayRestore ? [restore] : [];
  const reply = { name: 'reply', title: '回复', key: 'Enter r', open: answer };
  return state === 'held' ? [{ ...release, undo: hide.name, strong: true }, reply, taken] : [reply, hide, taken];
}
