import type { TagRow } from '@mojian/contract/content/tags-admin';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { MergeTags } from './merge-tags.tsx';
import { RenameTag } from './rename-tag.tsx';

type Merging = { ids: number[]; settle: (isDone: boolean) => void };

/** All tags: to rename, to merge, and to delete those that nothing has. */
export function Component() {
  const isDemo = useOffice().role === 'demo';
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<TagRow>();
  const [merging, setMerging] = useState<Merging>();
  const seen = useRef(new Map<number, TagRow>());
  const [round, setRound] = useState(0);
  // what is chosen may stand on another page
  const load = useCallback(async (asked: Parameters<typeof api.tags.list>[0]) => {
    const page = await api.tags.list(asked);
    for (const tag of page.records) seen.current.set(tag.id, tag);
    return page;
  }, []);

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
        none="还没有标签。写文章时加上的都会在这里"
        load={load}
        round={round}
        act={act}
        acts={[
          { name: 'merge', title: '合并' },
          { name: 'remove', title: '删除', confirm: '只删除没有文章使用的标签。确定吗？' },
        ]}
        filters={[
          { name: 'text', label: '标签的名字' },
          { name: 'use', label: '使用情况', options: uses },
        ]}
        columns={[
          { key: 'name', title: '名字', render: (_, { name }) => <b>#{name}</b> },
          {
            key: 'articles',
            title: '文章',
            align: 'right',
            render: (_, { articles }) => `${articles.toLocaleString('zh-CN')} 篇`,
          },
        ]}
        rowActs={(row) => [
          { name: 'articles', title: '文章', open: () => void navigate(`/articles?tagId=${row.id}`) },
          ...(isDemo ? [] : [{ name: 'rename', title: '改名', open: () => setRenamed(row) }]),
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
            if (isDone) setRound((now) => now + 1);
          }}
        />
      )}
      {merging && <MergeTags tags={merging.ids.flatMap((id) => seen.current.get(id) ?? [])} settle={merging.settle} />}
    </>
  );
}

const uses = [
  { value: 'used', label: '使用中' },
  { value: 'unused', label: '未使用' },
];
