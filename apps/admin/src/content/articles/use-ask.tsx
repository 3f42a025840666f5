import type { ArticleAct } from '@mojian/contract/content/articles-admin';
import { longestName } from '@mojian/contract/platform/rules';
import { App, Input, Select } from 'antd';
import { useCallback } from 'react';
import { actNames, warnings } from './words.ts';

type More = { reason?: string; categoryId?: number | null; tag?: string };
type Choice = { id: number; name: string };

/** Asks what an act needs to know, or whether it is meant. `undefined`: thought better of. */
export function useAsk(categories: Choice[]) {
  const { message, modal } = App.useApp();
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
          onOk: (close: () => void) => {
            const lack = lackOf(act, more);
            if (lack) return void message.warning(lack);
            close();
            resolve(more);
          },
          onCancel: () => resolve(undefined),
        });
      }),
    [message, modal, categories],
  );
}

function lackOf(act: ArticleAct, { reason, tag }: More) {
  if (act === 'refuse' && !reason?.trim()) return '请写下原因';
  if (isOfTags(act) && !tag?.trim()) return '请输入标签名';
  return undefined;
}

function isOfTags(act: ArticleAct) {
  return act === 'tag' || act === 'untag';
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
  if (isOfTags(act))
    return (
      <Input
        aria-label="标签"
        placeholder={act === 'tag' ? '标签的名字，没有就新建' : '要去掉的标签'}
        maxLength={longestName}
        onChange={({ target }) => {
          more.tag = target.value;
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
      options={[{ value: 0, label: '未分类' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(value) => {
        more.categoryId = value === 0 ? null : value;
      }}
    />
  );
}
