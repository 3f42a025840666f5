import type { CommentRow } from '@mojian/contract/admin/comments';
import { api } from '../http-api.ts';
import { Listing } from '../listing/listing.tsx';
import { writingActs, writingColumns, writingCsv, writingRowActs, writingStates } from '../listing/writing-columns.tsx';

const removal = '删除之后，读者看到的是「该评论已删除」。确定吗？';
const actsOf = writingRowActs(removal);

type Row = CommentRow & { path: string };

export function Component() {
  return (
    <Listing<CommentRow>
      name="评论"
      title="评论"
      load={api.comments.list as never}
      act={(ids, act) => api.comments.act({ body: { ids, act: act as 'release' } })}
      acts={writingActs(removal)}
      rowActs={(row) => actsOf(withPath(row))}
      filters={[
        { name: 'text', label: '评论的文字' },
        {
          name: 'state',
          label: '状态',
          options: Object.entries(writingStates).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        ...(writingColumns<Row>() as never[]),
        { key: 'target', title: '写在', render: (_, { target }) => <a href={target.path}>{target.title}</a> },
        { key: 'pictures', title: '图', render: (_, { pictures }) => (pictures > 0 ? `${pictures} 图` : '') },
        { key: 'likes', title: '赞', align: 'right', render: (_, { likes }) => (likes > 0 ? `${likes} 赞` : '') },
      ]}
      csv={[...(writingCsv as never[]), { title: '写在', text: ({ target }) => target.title }]}
    />
  );
}

function withPath(row: CommentRow): Row {
  return { ...row, path: row.target.path };
}
