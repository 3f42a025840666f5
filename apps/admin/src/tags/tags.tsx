import type { TagRow } from '@mojian/contract/admin/tags';
import { Button } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../http-api.ts';
import { Listing } from '../listing/listing.tsx';
import { useOffice } from '../shell/use-office.ts';
import { MergeTags } from './merge-tags.tsx';
import { RenameTag } from './rename-tag.tsx';

type Merging = { ids: number[]; settle: (isDone: boolean) => void };

/** All tags: to rename, to merge, and to delete those that nothing has. */
export function Component() {
  const isDemo = useOffice().role === 'demo';
  const [renamed, setRenamed] = useState<TagRow>();
  const [merging, setMerging] = useState<Merging>();
  const seen = useRef(new Map<number, TagRow>());
  const { load, reload } = useTags(seen.current);

  const act = async (ids: number[], name: string) => {
    if (name === 'remove') return api.tags.act({ body: { ids, act: 'remove' } });
    const isDone = await new Promise<boolean>((settle) => setMerging({ ids, settle }));
    setMerging(undefined);
    return isDone ? { done: ids.length, failed: [] } : undefined;
  };

  return (
    <>
      <Listing<TagRow>
        name="标签"
        title="标签"
        load={load as never}
        act={act}
        acts={[
          { name: 'merge', title: '合并' },
          { name: 'remove', title: '删除', confirm: '只删没有文章用着的，别的不动。确定吗？' },
        ]}
        filters={[
          { name: 'text', label: '标签的名字' },
          { name: 'use', label: '用处', options: uses },
        ]}
        columns={[
          { key: 'name', title: '名字', render: (_, { name }) => <b>#{name}</b> },
          { key: 'articles', title: '文章', render: (_, { articles }) => `${articles.toLocaleString('zh-CN')} 篇` },
          {
            key: 'acts',
            title: '动作',
            render: (_, row) => (
              <>
                <Link to={`/articles?tagId=${row.id}`}>文章</Link>
                <Button
                  type="text"
                  size="small"
                  disabled={isDemo}
                  title={isDemo ? '演示模式，不允许操作' : undefined}
                  onClick={() => setRenamed(row)}
                >
                  改名
                </Button>
              </>
            ),
          },
        ]}
        csv={[
          { title: '编号', text: ({ id }) => id },
          { title: '名字', text: ({ name }) => name },
          { title: '文章', text: ({ articles }) => articles },
        ]}
      />
      {renamed && (
        <RenameTag
          tag={renamed}
          onClose={(isDone) => {
            setRenamed(undefined);
            if (isDone) reload();
          }}
        />
      )}
      {merging && <MergeTags tags={merging.ids.flatMap((id) => seen.current.get(id) ?? [])} settle={merging.settle} />}
    </>
  );
}

const uses = [
  { value: 'used', label: '用着的' },
  { value: 'unused', label: '没用的' },
];

/** Remembers the tags it showed: what is chosen may stand on another page. A new function asks again. */
function useTags(seen: Map<number, TagRow>) {
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new function
  const load = useMemo(
    () => async (asked: Parameters<typeof api.tags.list>[0]) => {
      const page = await api.tags.list(asked);
      for (const tag of page.records) seen.set(tag.id, tag);
      return page;
    },
    [round, seen],
  );
  return { load, reload: useCallback(() => setRound((now) => now + 1), []) };
}
