import type { CallsOf } from '../../account/calls.ts';

export type SharesProps = {
  articleId: number;
  calls: CallsOf<'shares'>;
  close: () => void;
};
