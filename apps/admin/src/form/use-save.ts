import { isFailure } from '@mojian/contract/failures';
import { App, type FormInstance } from 'antd';
import { useState } from 'react';
import { wordsOf } from '../words-of.ts';

const staleWords = {
  title: '别人刚刚改过',
  content: '你写的还在这里。看看最新的一版，会放下现在写的。',
  okText: '看最新的',
  cancelText: '先留着',
};

/**
 * Saves what a form holds. What is refused stays as it was typed: the field at fault is named under it, all else is said
 * beside. `onStale`: somebody else saved meanwhile.
 */
export function useSave(form: FormInstance, { onStale }: { onStale?: () => void } = {}) {
  const { message, modal } = App.useApp();
  const [isSaving, setSaving] = useState(false);
  const save = async (act: () => Promise<unknown>, done: string) => {
    setSaving(true);
    try {
      await act();
      message.success(done);
      return true;
    } catch (error) {
      const { id, field } = isFailure(error) ? error : {};
      if (field && form.getFieldInstance(field)) form.setFields([{ name: field, errors: [wordsOf(error)] }]);
      else if (id === 'stale' && onStale) modal.confirm({ ...staleWords, onOk: onStale });
      else message.error(wordsOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
