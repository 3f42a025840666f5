import { redoDepth, undoDepth } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { type Action, type ActionName, actions } from '../actions.ts';
import { activeAt } from '../active.ts';
import { type Ask, ask, onAsk } from '../asks.ts';
import { toggleMode, useModes } from '../modes.ts';
import { runSpacing } from '../spacing-action.ts';
import { tableActions } from '../table/table-actions.ts';
import { useReading } from '../updates.ts';
import { ActionMenu } from './action-menu.tsx';
import { fences } from './fence-languages.ts';
import { TablePicker } from './table-picker.tsx';
import { ToolButton } from './tool-button.tsx';
import { useRoving } from './use-roving.ts';
import { useTip } from './use-tip.ts';
import './toolbar.css';

const HelpDialog = lazy(() => import('../help/help-dialog.tsx').then((part) => ({ default: part.HelpDialog })));

type Props = {
  view: EditorView | null;
  /** The writer wants to put in a picture at the caret. */
  onPicture: () => void;
};

const pick = (...names: ActionName[]): Action[] => names.map((name) => actions[name]);
/** What is wanted most stands first: on a phone the others are off its screen. */
const firstMarks = pick('bold', 'italic');
const marks = pick('strike', 'marked', 'code');
const spareMarks = new Set(['strike', 'marked']);
const lists = pick('bullet', 'number', 'task', 'quote');
const styles = pick('body', 'heading1', 'heading2', 'heading3', 'heading4', 'strike', 'marked');
const blocks = pick(
  'formula',
  'formulaBlock',
  'note',
  'tip',
  'important',
  'caution',
  'details',
  'footnote',
  'divider',
  'more',
  'diagram',
);

/** What can be done with the text, by the pointer or by arrows. */
export function Toolbar({ view, onPicture }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const id = useId();
  const [isHelping, setHelping] = useState(false);
  const on = useReading(view, activeAt, 80) ?? [];
  const isHeading = on.some((name) => name.startsWith('heading'));
  const onKeyDown = useRoving(bar);
  useTip(bar, tip);
  useAsks(view, {
    picture: onPicture,
    table: () => document.getElementById(`${id}t`)?.showPopover(),
    help: () => setHelping(true),
  });

  const button = (action: Action) => (
    <ToolButton
      key={action.id}
      {...action}
      spare={spareMarks.has(action.id)}
      pressed={on.includes(action.id as ActionName)}
      onClick={() => run(view, action.run)}
    />
  );
  return (
    <div className="text-tools">
      <div ref={bar} className="text-bar" role="toolbar" aria-label="格式" onKeyDown={onKeyDown}>
        <ToolButton label="标题与文字" icon="h" opens={`${id}h`} lit={isHeading} />
        {firstMarks.map(button)}
        {button(actions.link)}
        <ToolButton label="图片" icon="pic" onClick={onPicture} />
        <hr />
        {marks.map(button)}
        <hr />
        {lists.map(button)}
        <hr />
        <ToolButton label="表格" icon="table" opens={`${id}t`} lit={on.includes('table')} />
        <ToolButton label="代码块" icon="fence" opens={`${id}f`} lit={on.includes('fence')} />
        <ToolButton label="插入" icon="plus" opens={`${id}b`} />
        <hr />
        <DeskTools view={view} menu={`${id}d`} />
      </div>
      <div ref={tip} className="text-tip" role="presentation" popover="manual" />
      <ActionMenu id={`${id}h`} label="标题与文字" view={view} items={styles} on={isHeading ? on : ['body', ...on]} />
      {on.includes('table') ? (
        <ActionMenu id={`${id}t`} label="这张表格" view={view} items={tableActions} />
      ) : (
        <TablePicker id={`${id}t`} view={view} />
      )}
      <ActionMenu id={`${id}f`} label="代码块的语言" view={view} items={fences} />
      <ActionMenu id={`${id}b`} label="插入" view={view} items={blocks} />
      <ActionMenu id={`${id}d`} label="视图" view={view} items={deskActions} />
      <Suspense>{isHelping && <HelpDialog onClose={() => setHelping(false)} />}</Suspense>
    </div>
  );
}

const deskActions: Action[] = [
  { id: 'spacing', label: '中英文之间加空格', icon: 'gap', keys: 'Mod-Alt-s', run: runSpacing },
  { id: 'focus', label: '专注模式', icon: 'focus', keys: 'Mod-Alt-Enter', run: () => switched('focus') },
  { id: 'help', label: '快捷键', icon: 'keys', keys: 'Mod-/', run: ask('help') },
];

function DeskTools({ view, menu }: { view: EditorView | null; menu: string }) {
  const { outline, full } = useModes();
  const { canUndo = false, canRedo = false } = useReading(view, depths, 80) ?? {};
  return (
    <>
      <ToolButton {...actions.undo} spare disabled={!canUndo} onClick={() => run(view, actions.undo.run)} />
      <ToolButton {...actions.redo} spare disabled={!canRedo} onClick={() => run(view, actions.redo.run)} />
      <ToolButton label="查找和替换" icon="search" keys="Mod-f" onClick={() => view && openSearchPanel(view)} />
      <ToolButton
        label="大纲"
        icon="outline"
        keys="Mod-Alt-o"
        pressed={outline}
        onClick={() => toggleMode('outline')}
      />
      <ToolButton label="全屏" icon="full" keys="Mod-Shift-Enter" pressed={full} onClick={() => toggleMode('full')} />
      <ToolButton label="更多" icon="dots" opens={menu} />
    </>
  );
}

function useAsks(view: EditorView | null, answers: Partial<Record<Ask, () => void>>) {
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => (view ? onAsk(view, (what) => latest.current[what]?.()) : undefined), [view]);
}

const depths = (state: EditorState) => ({ canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 });

function run(view: EditorView | null, act: Action['run']) {
  if (!view) return;
  act(view);
  view.focus();
}

function switched(mode: 'focus') {
  toggleMode(mode);
  return true;
}
