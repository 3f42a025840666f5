import type { adminSearches } from '@mojian/contract/pages/search';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { api } from '../../platform/http-api.ts';
import { count, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';

type Row = Reply<typeof adminSearches.list>['records'][number];

/** Searches of the page of results, those in vain first. */
export function Component() {
  return (
    <Listing<Row>
      title="读者找过什么"
      none="近来没有找不到的。读者在搜索页找过的话记在这里，不记是谁，留九十天"
      load={api.searches.list}
      follows={['articles']}
      filters={filters}
      fields={fields}
    />
  );
}

const filters = {
  text: '找的话',
  only: { label: '显示', unset: '没找到的', options: { all: '全部' } },
} satisfies FiltersFor<typeof api.searches.list>;

const fields: RowFields<Row> = {
  id: { title: '序号', csv: (id) => id },
  text: {
    title: '找的话',
    cell: (text) => <a href={`/search?q=${encodeURIComponent(text)}`}>{text}</a>,
    csv: (text) => text,
  },
  missed: count('没找到', '次'),
  found: count('找到', '次'),
  lastAt: time('最近一次'),
};
