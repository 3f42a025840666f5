import type { ArticleAct } from '@mojian/contract/admin/articles';
import { App, Input, Select } from 'antd';
import { useCallback } from 'react';
import { actNames, warnings } from './words.ts';

type More = { reason?: string; categoryId?: number | null };
type Choice = { id: number; name: string };

/** Asks what an act needs to know, or whether it is meant. `undefined`: thought better of. */
export function useAsk(categories: Choice[]) {
  const { modal } = App.useApp();
  return useCallback(
    (act: ArticleAct, { isConfirmed = false } = {}) =>
      new Promise<More | undefined>((resolve) => {
        const more: More = {};
        const content = fieldOf(act, more, categories);
        if (!content && (isConfirmed || !warnings[act])) return resolve(more);
        modal.confirm({
          title: actNames[act],
          icon: null,
          content: content ?? warnings[act],
          okText: actNames[act],
          okButtonProps: { danger: act === 'purge' },
          onOk: () => resolve(more),
          onCancel: () => resolve(undefined),
        });
      }),
    [modal, categories],
  );
}

function fieldOf(act: ArticleAct, more: More, categories: Choice[]) {
  if (act === 'refuse')
    return (
      <Input.TextArea
        aria-label="理由"
        placeholder="写给作者的理由"
        maxLength={500}
        rows={3}
        onChange={({ target }) => {
          more.reason = target.value;
        }}
      />
    );
  if (act !== 'category') return undefined;
  more.categoryId = null;
  return (
    <Select
      aria-label="分类"
      className="ask"
      defaultValue={0}
      options={[{ value: 0, label: '不归类' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(value) => {
        more.categoryId = value === 0 ? null : value;
      }}
    />
  );
}
