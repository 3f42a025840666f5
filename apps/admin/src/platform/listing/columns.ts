import type { ColumnType } from 'antd/es/table';

export type Column<Row> = ColumnType<Row> & { key: string; title: string };
