import { table } from '../../platform/db/table.ts';

/** Description of the newest articles of friends. */
export const neighbourArticles = table('neighbourArticles', {
  columns: 'left out: read again from the feed of each friend',
});
