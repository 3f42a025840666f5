import { useEffect, useRef } from 'react';
import { toast } from '../../../../ui/toast.ts';
import type { Manuscript } from '../journal/manuscript.ts';
import type { Standing } from '../journal/standing.ts';

/** Saves when the writer says so, and says how it went. */
export function useSaveNow(manuscript: Manuscript) {
  return async () => {
    if (await manuscript.flush()) return toast('success', '已保存');
    const { type, text } = said(manuscript.standing);
    toast(type, text);
  };
}

function said(standing: Standing): { type: 'warning' | 'error'; text: string } {
  if (standing.is === 'stale') return { type: 'warning', text: '别处有更新的版本，请先合并再保存' };
  if (standing.is === 'refused') return { type: 'error', text: standing.failure.message };
  if (standing.is === 'signed-out') return { type: 'warning', text: '登录已过期，文字都在这台设备上' };
  return { type: 'warning', text: '没有网络，已保存在这台设备' };
}

/** Ctrl S saves and Ctrl Enter hands in, wherever on the desk the focus is; not while a dialog lies over it. */
export function useDeskKeys(acts: { save: () => void; handIn: () => void }) {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const act = { s: latest.current.save, Enter: latest.current.handIn }[event.key];
      if (!act) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
