import type { BatchResult } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Dropdown } from 'antd';
import { useRef } from 'react';
import { useHref, useLinkClickHandler, useRevalidator } from 'react-router';
import { Confirm } from '../form/form.tsx';
import { errorText } from '../http-api.ts';
import { demoHint, useOffice } from '../shell/office.tsx';
import './actions.css';

/**
 * `Name`: acts that the list's call knows. `confirm`: question shown first. `open`: runs instead of a call. `key`: keys
 * that trigger it on the row, separated by spaces.
 */
export type RowAction<Name extends string = string> = (
  | (Action<Name> & { confirm?: string; open?: undefined })
  | { name: string; title: string; open: () => void }
) & { strong?: boolean; key?: string };

type Props<Name extends string> = { acts: RowAction<Name>[]; run: (action: Action<Name>) => void };

export function RowActions<Name extends string>({ acts, run }: Props<Name>) {
  const { isDemo } = useOffice();
  return (
    <span className="row-acts">
      {acts.map((act) => (
        <RowButton key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
    </span>
  );
}

type RowButtonProps<Name extends string> = { act: RowAction<Name>; isDemo: boolean; run: Props<Name>['run'] };

function RowButton<Name extends string>({ act, isDemo, run }: RowButtonProps<Name>) {
  const { title, strong, key } = act;
  const isBarred = isDemo && !act.open;
  const word = (onClick?: () => void) => (
    <button
      type="button"
      className={strong ? 'row-acts-strong' : undefined}
      disabled={isBarred}
      title={isBarred ? demoHint : undefined}
      aria-keyshortcuts={key}
      onClick={onClick}
    >
      {title}
    </button>
  );
  if (act.open) return word(act.open);
  const { confirm } = act;
  if (!confirm || isDemo) return word(() => run(act));
  return (
    <Confirm placement="topRight" title={confirm} onConfirm={() => run(act)} destroyOnHidden>
      {word()}
    </Confirm>
  );
}

/** `confirm`: question shown first. `key`: the key that triggers it. */
export type BatchAction<Name extends string = string> = Action<Name> & { confirm?: string; key?: string };

/** Acts shown as buttons where there are more of them; the others stand in a menu. */
const buttonsShown = 5;

type BatchBarProps<Name extends string> = {
  acts: BatchAction<Name>[];
  count: number;
  run: (act: BatchAction<Name>) => void;
  cancel: () => void;
};

export function BatchBar<Name extends string>({ acts, count, run, cancel }: BatchBarProps<Name>) {
  const { isDemo } = useOffice();
  const fits = acts.length <= buttonsShown + 1;
  const [shown, others] = fits ? [acts, []] : [acts.slice(0, buttonsShown), acts.slice(buttonsShown)];
  return (
    <div className="listing-batch" role="toolbar" aria-label="批量处理">
      <b>已选 {count} 个</b>
      {shown.map((act) => (
        <BatchButton key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
      {others.length > 0 && <MoreBatchActions acts={others} isDemo={isDemo} run={run} />}
      <Button size="small" type="text" className="listing-batch-end" onClick={cancel}>
        取消
      </Button>
    </div>
  );
}

type MoreProps<Name extends string> = Pick<BatchBarProps<Name>, 'acts' | 'run'> & { isDemo: boolean };

function MoreBatchActions<Name extends string>({ acts, isDemo, run }: MoreProps<Name>) {
  const { modal } = App.useApp();
  const start = (act: BatchAction<Name>) => {
    if (!act.confirm) return run(act);
    modal.confirm({ title: act.title, content: act.confirm, okText: act.title, onOk: () => run(act) });
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      disabled={isDemo}
      menu={{
        items: acts.map(({ name, title }) => ({ key: name, label: title })),
        onClick: ({ key }) => {
          const chosen = acts.find(({ name }) => name === key);
          if (chosen) start(chosen);
        },
      }}
    >
      <Button size="small" icon={<Icon name="down" />} iconPlacement="end" title={isDemo ? demoHint : undefined}>
        更多
      </Button>
    </Dropdown>
  );
}

type BatchButtonProps<Name extends string> = {
  act: BatchAction<Name>;
  isDemo: boolean;
  run: BatchBarProps<Name>['run'];
};

function BatchButton<Name extends string>({ act, isDemo, run }: BatchButtonProps<Name>) {
  const { title, confirm, key } = act;
  if (isDemo)
    return (
      <Button size="small" disabled title={demoHint}>
        {title}
      </Button>
    );
  const button = (onClick?: () => void) => (
    <Button size="small" aria-keyshortcuts={key} onClick={onClick}>
      {title}
    </Button>
  );
  if (!confirm) return button(() => run(act));
  return (
    <Confirm title={confirm} onConfirm={() => run(act)}>
      {button()}
    </Confirm>
  );
}

/** `undo`: name of the action that reverses it. */
type Action<Name extends string> = { name: Name; title: string; undo?: Name };

/** Resolves to undefined when cancelled. */
export type RunBatch<Name extends string> = (ids: number[], name: Name) => Promise<BatchResult | undefined>;

/** Seconds during which 撤销 is offered. */
const undoSeconds = 8;

/**
 * Runs an action on rows, shows the outcome and offers to undo it. `onEnd` gets the rows it was done to. Rows of an action
 * under way are left out: a second press does nothing.
 */
export function useActions<Name extends string>(act: RunBatch<Name>, onEnd: (done: number[]) => void) {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();
  const underWay = useRef(new Set<number>());

  const run = async (wanted: number[], action: Action<Name>) => {
    const ids = wanted.filter((id) => !underWay.current.has(id));
    if (ids.length === 0) return;
    let done: number[] = [];
    for (const id of ids) underWay.current.add(id);
    try {
      const result = await act(ids, action.name);
      if (!result) return;
      const missed = new Set(result.failed.map(({ id }) => id));
      done = ids.filter((id) => !missed.has(id));
      tell(done, action, result);
    } catch (error) {
      message.error(errorText(error));
    } finally {
      for (const id of ids) underWay.current.delete(id);
    }
    onEnd(done);
    await revalidate(); // counters of the menu
  };
  const tell = (ids: number[], { title, undo }: Action<Name>, { done, failed }: BatchResult) => {
    for (const line of failureLines(failed)) message.warning(line);
    if (done === 0) return;
    const words = `${title}：处理了 ${done} 个`;
    if (!undo) return void message.success(words);
    const takeBack = () => {
      message.destroy('undo');
      void run(ids, { name: undo, title: '撤销' });
    };
    const content = (
      <>
        {words}
        <Button type="link" size="small" className="listing-undo" aria-keyshortcuts="z" onClick={takeBack}>
          撤销
        </Button>
      </>
    );
    message.success({ key: 'undo', duration: undoSeconds, content });
  };
  return run;
}

/** Groups failures by reason, with their number. */
function failureLines(failed: BatchResult['failed']) {
  const counted = Map.groupBy(failed, ({ why }) => why);
  return [...counted].slice(0, 3).map(([why, all]) => (failed.length > 1 ? `${all.length} 个没有处理：${why}` : why));
}

/** Narrows a name to one of those a call knows. @throws Error for any other. */
export function oneOf<const Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new Error(`${name} is none of ${names.join()}`);
  return found;
}

export function LinkButton({ to, children }: { to: string; children: React.ReactNode }) {
  const go = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button href={useHref(to)} onClick={go}>
      {children}
    </Button>
  );
}
