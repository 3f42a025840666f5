import { searchQuery } from '../../features/content/search/search-address.ts';
import { httpApi } from '../../http-api.ts';
import type { OverlayProps } from '../parts.ts';
import { SearchDialog } from './search-dialog.tsx';

const pageSize = 10;

/** The search dialog with its calls. */
export function SearchOverlay({ close }: OverlayProps) {
  return <SearchDialog onClose={close} search={search} loadTags={httpApi.tags.list} />;
}

function search(text: string, pageNo: number) {
  return httpApi.articles.search({ query: { ...searchQuery(text), pageNo, pageSize } });
}
