import { Checkbox, Modal } from 'antd';
import type { BatchAct } from './batch-bar.tsx';
import type { useKeys } from './use-keys.ts';
import './keys-help.css';

const known: [string, string][] = [
  ['j ↓', '下一行'],
  ['k ↑', '上一行'],
  ['x', '选中或取消选中这一行'],
  ['Enter', '打开这一行'],
  ['/', '搜索文字'],
  ['z', '撤销上一步'],
  ['?', '这张表'],
];

type Props = { keys: ReturnType<typeof useKeys>; acts: BatchAct[] };

/** Which key does what in a list; who is in the way of single keys turns them off. */
export function KeysHelp({ keys: { isOpen, isOn, turn, close }, acts }: Props) {
  const own = acts.flatMap(({ key, title }) => (key ? [[key, `${title}：选中的，没有选就是这一行`] as const] : []));
  return (
    <Modal title="快捷键" open={isOpen} onCancel={close} footer={null} destroyOnHidden>
      <dl className="keys">
        {[...known, ...own].map(([key, words]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={isOn} onChange={({ target }) => turn(target.checked)}>
        启用这些快捷键
      </Checkbox>
    </Modal>
  );
}
