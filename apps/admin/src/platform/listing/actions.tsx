import type { BatchResult } from '@mojian/contract/platform/batch';
import { App, Button } from 'antd';
import { useHref, useLinkClickHandler, useRevalidator } from 'react-router';
import { Confirm } from '../form/form.tsx';
import { errorText } from '../http-api.ts';
import { demoHint, useOffice } from '../shell/office.tsx';
import './actions.css';

/**
 * What may be done to one row. `confirm`: asked before, with this sentence. `open`: a link or a dialog in place of a call.
 * `key`: the keys that do it on the row, with a space between.
 */
export type RowAction = Action & { confirm?: string; strong?: boolean; open?: () => void; key?: string };

type Props = { acts: RowAction[]; run: (deed: Action) => void };

/** Quiet words at the end of a row. */
export function RowActions({ acts, run }: Props) {
  const { isDemo } = useOffice();
  return (
    <span className="row-acts">
      {acts.map((act) => (
        <RowButton key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
    </span>
  );
}

function RowButton({ act, isDemo, run }: { act: RowAction; isDemo: boolean; run: Props['run'] }) {
  const { title, confirm, strong, open, key } = act;
  const isBarred = isDemo && !open;
  const word = (onClick?: () => void) => (
    <button
      type="button"
      className={strong ? 'strong' : undefined}
      disabled={isBarred}
      title={isBarred ? demoHint : undefined}
      aria-keyshortcuts={key}
      onClick={onClick}
    >
      {title}
    </button>
  );
  if (open) return word(open);
  if (!confirm || isDemo) return word(() => run(act));
  return (
    <Confirm placement="topRight" title={confirm} onConfirm={() => run(act)} destroyOnHidden>
      {word()}
    </Confirm>
  );
}

/** `confirm`: asked before, with this sentence. `key`: the key that does it. */
export type BatchAction = Action & { confirm?: string; key?: string };

type BatchBarProps = { acts: BatchAction[]; count: number; run: (act: BatchAction) => void; cancel: () => void };

/** What may be done to all that is chosen. */
export function BatchBar({ acts, count, run, cancel }: BatchBarProps) {
  const { isDemo } = useOffice();
  return (
    <div className="batch" role="toolbar" aria-label="批量处理">
      <b>已选 {count} 个</b>
      {acts.map((act) => (
        <BatchButton key={act.name} act={act} isDemo={isDemo} run={run} />
      ))}
      <Button size="small" type="text" className="batch-end" onClick={cancel}>
        取消
      </Button>
    </div>
  );
}

function BatchButton({ act, isDemo, run }: { act: BatchAction; isDemo: boolean; run: BatchBarProps['run'] }) {
  const { title, confirm, key } = act;
  if (isDemo)
    return (
      <Button size="small" disabled title={demoHint}>
        {title}
      </Button>
    );
  const button = (onClick?: () => void) => (
    <Button size="small" aria-keyshortcuts={key} {...(onClick && { onClick })}>
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

/** `undo`: the act that takes it back. */
type Action = { name: string; title: string; undo?: string };

type RunBatch = (ids: number[], name: string) => Promise<BatchResult | undefined>;

/** Seconds in which what was done may be taken back by a click. */
const undoSeconds = 8;

/** Does something to rows, tells how it went, and offers to take back what can be. */
export function useActions(act: RunBatch, onDone: () => void) {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();

  const run = async (ids: number[], deed: Action) => {
    try {
      const result = await act(ids, deed.name);
      if (!result) return;
      tell(ids, deed, result);
    } catch (error) {
      message.error(errorText(error));
    }
    onDone();
    await revalidate(); // what waits, in the menu
  };
  const tell = (ids: number[], { title, undo }: Action, { done, failed }: BatchResult) => {
    for (const line of failureLines(failed)) message.warning(line);
    if (done === 0) return;
    const words = `${title}：处理了 ${done} 个`;
    const missed = new Set(failed.map(({ id }) => id));
    const takeBack = () => {
      message.destroy('undo');
      void run(
        ids.filter((id) => !missed.has(id)),
        { name: undo ?? '', title: '撤销' },
      );
    };
    const content = (
      <>
        {words}
        <Button type="link" size="small" className="undo" aria-keyshortcuts="z" onClick={takeBack}>
          撤销
        </Button>
      </>
    );
    message.success(undo ? { key: 'undo', duration: undoSeconds, content } : words);
  };
  return run;
}

/** Each reason once, with how many it kept from being done. */
function failureLines(failed: BatchResult['failed']) {
  const counted = Map.groupBy(failed, ({ why }) => why);
  return [...counted].slice(0, 3).map(([why, all]) => (failed.length > 1 ? `${all.length} 个没有处理：${why}` : why));
}

/** The act of this name, among those a call knows. */
export function oneOf<const Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new Error(`${name} is none of ${names.join()}`);
  return found;
}

/** A way to another screen of the back office, looking like a button. */
export function LinkButton({ to, children }: { to: string; children: React.ReactNode }) {
  const go = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button href={useHref(to)} onClick={go}>
      {children}
    </Button>
  );
}
