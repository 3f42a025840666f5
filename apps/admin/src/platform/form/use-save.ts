import { isFailure } from '@mojian/contract/platform/failures';
import { App, type FormInstance } from 'antd';
import { useState } from 'react';
import { wordsOf } from '../words-of.ts';
import { showFaults } from './show-faults.ts';

/**
 * Saves what a form holds. What is refused stays as it was typed: every field at fault says why under it, all else is
 * said beside. `onStale`: somebody else saved meanwhile, and whoever writes here would rather see that.
 */
export function useSave(form: FormInstance, { onStale }: { onStale?: () => void } = {}) {
  const { message, modal } = App.useApp();
  const [isSaving, setSaving] = useState(false);

  const tell = (error: unknown) => {
    if (showFaults(form, error)) return;
    if (isStale(error) && onStale) modal.confirm({ ...staleWords, onOk: onStale });
    else message.error(wordsOf(error));
  };
  /** False when it was refused. */
  const save = async (act: () => Promise<unknown>, done: string) => {
    setSaving(true);
    try {
      await act();
      message.success(done);
      return true;
    } catch (error) {
      tell(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}

const staleWords = {
  title: '别人刚刚改过',
  content: '你写的还在这里。查看最新版本会放弃现在写的。',
  okText: '查看最新版本',
  cancelText: '继续编辑',
};

function isStale(error: unknown) {
  return isFailure(error) && error.id === 'stale';
}
