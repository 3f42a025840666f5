import { table } from '../../platform/db/table.ts';

export const shares = table('shares', { columns: 'left out: links that expire' });
