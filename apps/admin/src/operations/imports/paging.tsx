import { Pagination } from 'antd';

type Props = { pageNo: number; pageSize: number; total: number; onPage: (pageNo: number) => void };

/** Pagination of a list; renders nothing for a single page. */
export function Paging({ pageNo, pageSize, total, onPage }: Props) {
  return <Pagination simple hideOnSinglePage current={pageNo} pageSize={pageSize} total={total} onChange={onPage} />;
}
