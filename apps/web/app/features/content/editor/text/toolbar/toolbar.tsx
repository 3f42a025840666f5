import { redoDepth, undoDepth } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { loadPart } from '../../../../../ui/load-part.ts';
import { type Action, type ActionName, actions, activeActions } from '../actions.ts';
import { insertFence } from '../commands/blocks.ts';
import { openFind, runSpacing } from '../markdown-typing.ts';
import { tableActions } from '../table/table-bar.ts';
import { type EditorRequest, onRequest, request, toggleMode, useEditorValue, useModes } from '../view-state.ts';
import { ActionMenu, TablePicker, ToolButton, useTip } from './menus.tsx';
import './toolbar.css';

const loadHelp = () => import('../help-dialog.tsx');

type Props = {
  view: EditorView | null;
  onPicture: () => void;
  readOnly: boolean;
};

const pick = (...names: ActionName[]): Action[] => names.map((name) => actions[name]);
/** Most used commands first, as phones show only these. */
const firstMarks = pick('bold', 'italic');
const marks = pick('strike', 'marked', 'code');
const spareMarks = new Set(['strike', 'marked']);
const lists = pick('bullet', 'number', 'task', 'quote');
const styles = pick('body', 'heading1', 'heading2', 'heading3', 'heading4', 'strike', 'marked');
const blocks = pick(
  'ownPictures',
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

export function Toolbar({ view, onPicture, readOnly }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const id = useId();
  const [help, setHelp] = useState<Awaited<ReturnType<typeof loadHelp>>>();
  const on = useEditorValue(view, activeActions, 80) ?? [];
  const isHeading = on.some((name) => name.startsWith('heading'));
  const onKeyDown = useRoving(bar);
  useTip(bar, tip);
  useRequests(view, {
    picture: onPicture,
    table: () => document.getElementById(`${id}t`)?.showPopover(),
    help: () => loadPart(loadHelp, setHelp),
  });

  const button = (action: Action) => (
    <ToolButton
      key={action.id}
      {...action}
      isOptional={spareMarks.has(action.id)}
      pressed={on.includes(action.id as ActionName)}
      onClick={() => run(view, action.run)}
    />
  );
  return (
    <div className="text-tools">
      <div ref={bar} className="text-bar" role="toolbar" aria-label="格式" onKeyDown={onKeyDown}>
        <ToolButton label="标题与文字" icon="h" opens={`${id}h`} isActive={isHeading} />
        {firstMarks.map(button)}
        {button(actions.link)}
        <ToolButton label="图片" icon="pic" disabled={readOnly} onClick={onPicture} />
        <hr />
        {marks.map(button)}
        <hr />
        {lists.map(button)}
        <hr />
        <ToolButton label="表格" icon="table" opens={`${id}t`} isActive={on.includes('table')} />
        <ToolButton label="代码块" icon="fence" opens={`${id}f`} isActive={on.includes('fence')} />
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
      {help && <help.HelpDialog onClose={() => setHelp(undefined)} />}
    </div>
  );
}

const deskActions: Action[] = [
  { id: 'spacing', label: '中英文之间加空格', icon: 'gap', keys: 'Mod-Alt-s', run: runSpacing },
  { id: 'focus', label: '专注模式', icon: 'focus', keys: 'Mod-Alt-Enter', run: () => switched('focus') },
  { id: 'help', label: '快捷键', icon: 'keys', keys: 'Mod-/', run: request('help') },
];

function DeskTools({ view, menu }: { view: EditorView | null; menu: string }) {
  const { outline, full } = useModes();
  const { canUndo = false, canRedo = false } = useEditorValue(view, depths, 80) ?? {};
  return (
    <>
      <ToolButton {...actions.undo} isOptional disabled={!canUndo} onClick={() => run(view, actions.undo.run)} />
      <ToolButton {...actions.redo} isOptional disabled={!canRedo} onClick={() => run(view, actions.redo.run)} />
      <ToolButton label="查找和替换" icon="search" keys="Mod-f" onClick={() => view && openFind(view)} />
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

function useRequests(view: EditorView | null, answers: Partial<Record<EditorRequest, () => void>>) {
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => (view ? onRequest(view, (what) => latest.current[what]?.()) : undefined), [view]);
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

const languages: [name: string, label: string][] = [
  ['', '不指定语言'],
  ['js', 'JavaScript'],
  ['ts', 'TypeScript'],
  ['html', 'HTML'],
  ['css', 'CSS'],
  ['vue', 'Vue'],
  ['json', 'JSON'],
  ['bash', 'Shell'],
  ['python', 'Python'],
  ['java', 'Java'],
  ['go', 'Go'],
  ['rust', 'Rust'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['sql', 'SQL'],
  ['yaml', 'YAML'],
];

/** Code blocks in common languages; others can be typed after the fence. */
const fences: Action[] = languages.map(([name, label]) => ({
  id: `fence-${name}`,
  label,
  icon: 'fence',
  ...(name === '' && { keys: 'Mod-Alt-c' }),
  run: insertFence(name),
}));

/** Roving tabindex: one tab stop; arrows, Home and End move along the buttons. */
function useRoving(bar: RefObject<HTMLElement | null>) {
  // after every render: buttons come, go and get disabled
  useEffect(() => {
    const buttons = toolsIn(bar.current);
    const chosen = buttons.find((button) => button.tabIndex === 0 && !button.disabled) ?? buttons[0];
    for (const button of allIn(bar.current)) button.tabIndex = button === chosen ? 0 : -1;
  });
  return (event: KeyboardEvent) => {
    const buttons = toolsIn(bar.current);
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = nextOf(event.key, at, buttons.length);
    if (at < 0 || next === undefined) return;
    for (const button of allIn(bar.current)) button.tabIndex = button === buttons[next] ? 0 : -1;
    buttons[next]?.focus();
    event.preventDefault();
  };
}

function nextOf(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % length;
  if (key === 'ArrowLeft') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}

const allIn = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLButtonElement>('[data-tool]') ?? [])];

const toolsIn = (bar: HTMLElement | null) =>
  allIn(bar).filter((button) => button.getClientRects().length > 0 && !button.disabled);
