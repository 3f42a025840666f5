import type { EditorView } from '@codemirror/view';
import { useState } from 'react';
import { insertTable } from '../table/table-commands.ts';
import { closeAround, Popup } from './popup.tsx';

const columns = 8;
const rows = 6;
const sizes = Array.from({ length: rows * columns }, (_, index) => ({
  row: Math.floor(index / columns) + 1,
  column: (index % columns) + 1,
}));

/** Chooses how large a table is to be. */
export function TablePicker({ id, view }: { id: string; view: EditorView | null }) {
  const [size, setSize] = useState({ row: 0, column: 0 });
  return (
    <Popup id={id} label="表格有多大" className="table-picker" perRow={columns} role="dialog">
      <div className="table-sizes">
        {sizes.map(({ row, column }) => (
          <button
            key={`${row} ${column}`}
            type="button"
            tabIndex={-1}
            aria-label={`${row} 行 ${column} 列`}
            data-in={row <= size.row && column <= size.column ? '' : undefined}
            onPointerEnter={() => setSize({ row, column })}
            onFocus={() => setSize({ row, column })}
            onClick={({ currentTarget }) => {
              closeAround(currentTarget);
              if (!view) return;
              insertTable(row, column)(view);
              view.focus();
            }}
          />
        ))}
      </div>
      <output>{size.row > 0 ? `${size.row} 行 × ${size.column} 列` : '选行数和列数'}</output>
    </Popup>
  );
}
