import { Pagination } from 'antd';

type Props = { pageNo: number; pageSize: number; total: number; onPage: (pageNo: number) => void };

/** Pages of a list of the desk; nothing where one page is all. */
export function Paging({ pageNo, pageSize, total, onPage }: Props) {
  return <Pagination simple hideOnSinglePage current={pageNo} pageSize={pageSize} total={total} onChange={onPage} />;
}
