import { Select } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { useSearchAsTyped } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';

export type PickedArticle = { id: number; title: string };

type ArticleProps = {
  label: string;
  placeholder: string;
  value: PickedArticle | null;
  onPick: (article: PickedArticle) => void;
};

/** Chooses an article by its title. */
export function PickArticle({ label, placeholder, value, onPick }: ArticleProps) {
  const [text, setText] = useState('');
  const { found } = useSearchAsTyped(['pick', 'articles'], text, async (words) => {
    const { data } = await api.articles.list({ query: { text: words, pageSize: 10 } });
    return data.records;
  });
  const others = found.filter(({ id }) => id !== value?.id);
  return (
    <Select<number>
      className="pick"
      aria-label={label}
      placeholder={placeholder}
      {...(value && { value: value.id })}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      popupMatchSelectWidth={false}
      notFoundContent={text ? '没有标题里有这些字的文章' : '站里还没有文章'}
      options={[...(value ? [value] : []), ...others].map(({ id, title }) => ({ value: id, label: title || '无标题' }))}
      onSelect={(id) => {
        setText('');
        const picked = found.find((one) => one.id === id);
        if (picked) onPick({ id, title: picked.title });
      }}
    />
  );
}

/** Member an author is here; null for a guest. */
export type Mapped = { id: number; nickname: string } | null;

type MemberProps = { label: string; value: Mapped; onPick: (member: Mapped) => void };

const guest = 0;

/** Chooses oneself, another member, or a guest. */
export function PickMember({ label, value, onPick }: MemberProps) {
  const { id: ownId, nickname: ownName } = useOffice();
  const [text, setText] = useState('');
  const { found } = useSearchAsTyped(['pick', 'members'], text, async (words) => {
    const { records } = await api.members.list({ query: { text: words, state: 'active', pageSize: 10 } });
    return records;
  });
  const members = [...(value ? [value] : []), ...found].filter(
    ({ id }, at, all) => id !== ownId && all.findIndex((one) => one.id === id) === at,
  );
  const isWanted = (words: string) => text === '' || words.includes(text);
  return (
    <Select<number>
      className="pick"
      aria-label={label}
      value={value?.id ?? guest}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      popupMatchSelectWidth={false}
      notFoundContent="没有叫这个名字的人"
      options={[
        ...(isWanted('访客') ? [{ value: guest, label: '访客' }] : []),
        ...(isWanted(ownName) || value?.id === ownId ? [{ value: ownId, label: `我（${ownName}）` }] : []),
        ...members.map(({ id, nickname }) => ({ value: id, label: nickname })),
      ]}
      onSelect={(id) => {
        setText('');
        if (id === guest) return onPick(null);
        if (id === ownId) return onPick({ id, nickname: ownName });
        const picked = members.find((one) => one.id === id);
        if (picked) onPick({ id, nickname: picked.nickname });
      }}
    />
  );
}
