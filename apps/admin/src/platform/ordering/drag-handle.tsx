import { Icon } from '@mojian/ui/icon';

/** Where a finger takes hold of a row; elsewhere it scrolls. The buttons beside it do the same by keyboard. */
export function DragHandle() {
  return (
    <span className="drag-handle" aria-hidden="true">
      <Icon name="drag" />
    </span>
  );
}
