import type { Client } from '@mojian/client';

export type SharesProps = {
  articleId: number;
  calls: Pick<Client, 'shares'>;
  close: () => void;
};
