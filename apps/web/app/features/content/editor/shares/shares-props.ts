import type { CallsOf } from '../../../../calls.ts';

export type SharesProps = {
  articleId: number;
  calls: CallsOf<'shares'>;
  close: () => void;
};
