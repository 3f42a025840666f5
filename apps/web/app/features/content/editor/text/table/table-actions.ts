import type { Action } from '../actions.ts';
import { addColumn, addRow, alignColumn, removeColumn, removeRow } from './table-commands.ts';

/** What can be done to the table at the caret. */
export const tableActions: Action[] = [
  { id: 'addRow', label: '在下面加一行', icon: 'rowadd', run: addRow },
  { id: 'addColumn', label: '在右边加一列', icon: 'coladd', run: addColumn },
  { id: 'removeRow', label: '删去这一行', icon: 'rowcut', run: removeRow },
  { id: 'removeColumn', label: '删去这一列', icon: 'colcut', run: removeColumn },
  { id: 'alignLeft', label: '这一列靠左', icon: 'toleft', run: alignColumn('left') },
  { id: 'alignCenter', label: '这一列居中', icon: 'tomiddle', run: alignColumn('center') },
  { id: 'alignRight', label: '这一列靠右', icon: 'toright', run: alignColumn('right') },
];
