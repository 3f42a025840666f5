import { Icon } from '@mojian/ui/icon';
import { Dialog } from '../../../../ui/dialog.tsx';
import { type Action, actions, shownKeys } from './actions.ts';
import './help-dialog.css';

const groups: { title: string; lines: [keys: string, what: string][] }[] = [
  { title: '文字', lines: keysOf('bold', 'italic', 'strike', 'marked', 'code', 'formula', 'link') },
  {
    title: '段落',
    lines: keysOf(
      'body',
      'heading1',
      'heading2',
      'heading3',
      'heading4',
      'quote',
      'number',
      'bullet',
      'task',
      'fence',
      'footnote',
    ),
  },
  {
    title: '列表与表格',
    lines: [
      ['Enter', '接着写下一项；空项回车，结束列表'],
      ['Tab', '列表缩进；表格里到下一格'],
      ['Shift-Tab', '列表退回；表格里到上一格'],
    ],
  },
  {
    title: '编辑器',
    lines: [
      ['Mod-z', '撤销'],
      ['Mod-Shift-z', '重做'],
      ['Mod-f', '查找和替换'],
      ['Mod-Alt-s', '中英文之间加空格'],
      ['Mod-Alt-o', '大纲'],
      ['Mod-Alt-Enter', '专注模式'],
      ['Mod-Shift-Enter', '全屏'],
      ['Mod-/', '这张表'],
    ],
  },
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog className="dialog text-help" label="快捷键" onClose={onClose}>
      <header>
        <h2>快捷键</h2>
        <button type="button" className="icon-button" aria-label="关闭" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <div className="text-help-groups">
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h3 className="accent">{title}</h3>
            <dl>
              {lines.map(([keys, what]) => (
                <div key={keys}>
                  <dt>
                    <kbd className="sub">{shownKeys(keys)}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        行首打 <kbd className="sub">/</kbd> 选一个块插入，中文输入法下打 <kbd className="sub">、</kbd> 也行。想用 Tab
        离开正文，先按 <kbd className="sub">Esc</kbd>。
      </p>
    </Dialog>
  );
}

function keysOf(...names: (keyof typeof actions)[]): [string, string][] {
  return names.map((name) => {
    const { keys = '', label }: Action = actions[name];
    return [keys, label];
  });
}
