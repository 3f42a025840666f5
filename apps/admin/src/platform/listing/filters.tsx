import type { PageQuery } from '@mojian/contract/platform/fields';
import { Icon } from '@mojian/ui/icon';
import { Button, Input, Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { selectOptions } from '../select-options.ts';
import './filters.css';

type Option = { value: string; label: string };

/**
 * A text to search for, by its label alone; a day; or a choice, by words for its values or by options in their order.
 * `unset`: label while nothing is chosen.
 */
type Filter =
  | string
  | { label: string; isDay: true }
  | { label: string; options: Record<string, string> | Option[]; unset?: string };

/** Filters of a list by the names that its call's query gives them, in their order. */
export type FiltersFor<Call extends (input: never) => unknown> = {
  [Name in Exclude<keyof QueryOf<Call>, keyof PageQuery>]?: Filter;
};
type QueryOf<Call> = Call extends (input: { query: infer Query }) => unknown ? Query : never;

export type ListFilters = Record<string, Filter>;
type Props = { filters: ListFilters; query: Record<string, string>; onChange: (part: Record<string, string>) => void };

export function Filters({ filters, query, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(filters);
  const isFiltered = names.some((name) => query[name]);
  if (names.length === 0) return null;
  return (
    <search className={isOpen ? 'filters filters-open' : 'filters'}>
      {Object.entries(filters).map(([name, filter]) => (
        <FilterField
          key={name}
          filter={filter}
          value={query[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <Button
        className="filters-toggle"
        icon={<Icon name="filter" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        筛选
      </Button>
      {isFiltered && (
        <Button type="text" onClick={() => onChange(Object.fromEntries(names.map((name) => [name, ''])))}>
          清除筛选
        </Button>
      )}
    </search>
  );
}

type FilterFieldProps = { filter: Filter; value: string; onChange: (value: string) => void };

function FilterField({ filter, ...field }: FilterFieldProps) {
  if (typeof filter === 'string') return <TextField label={filter} {...field} />;
  if ('isDay' in filter) return <DayField label={filter.label} {...field} />;
  const { label, unset = '全部' } = filter;
  const options = Array.isArray(filter.options) ? filter.options : selectOptions(filter.options);
  return (
    <Select
      {...field}
      aria-label={label}
      options={[{ value: '', label: `${label}：${unset}` }, ...options]}
      popupMatchSelectWidth={false}
      showSearch={options.length > 12 && { optionFilterProp: 'label' }}
    />
  );
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Milliseconds of rest after which typed text applies. */
const restMs = 350;

/** Applies once typing rests, at Enter and when cleared; text that an input method still composes waits. */
export function TextField({ label, value, onChange }: FieldProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [isComposing, setComposing] = useState(false);
  // the address changed otherwise: by going back, or 清除筛选
  if (value !== applied) {
    setApplied(value);
    setText(value);
  }
  const apply = useEffectEvent((words: string) => {
    if (words === value) return;
    setApplied(words);
    onChange(words);
  });
  const words = text.trim();
  useEffect(() => {
    if (isComposing) return;
    const timer = setTimeout(() => apply(words), restMs);
    return () => clearTimeout(timer);
  }, [words, isComposing]);
  return (
    <Input
      type="search"
      enterKeyHint="search"
      className="filter-text"
      aria-label={label}
      placeholder={label}
      value={text}
      prefix={<Icon name="search" />}
      allowClear
      onChange={({ target }) => setText(target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={() => !isComposing && onChange(words)}
    />
  );
}

function DayField({ label, value, onChange }: FieldProps) {
  return (
    <span className="filter-day">
      <span aria-hidden="true">{label}</span>
      <Input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </span>
  );
}

/** Views of a list; `due` marks a count that waits for somebody. */
export type TabGroup = {
  name: string;
  label: string;
  items: { value: string; title: string; count?: number | undefined; due?: boolean }[];
};

type TabsProps = {
  tabs: TabGroup | undefined;
  query: Record<string, string>;
  onChange: (part: Record<string, string>) => void;
};

/** The first tab is the one without a parameter in the address. */
export function Tabs({ tabs, query, onChange }: TabsProps) {
  if (!tabs) return null;
  const { name, label, items } = tabs;
  const open = query[name] ?? items[0]?.value;
  return (
    <nav className="listing-tabs" aria-label={label}>
      {items.map(({ value, title, count, due }, at) => (
        <button
          key={value}
          type="button"
          aria-current={value === open ? 'true' : undefined}
          onClick={() => onChange({ [name]: at === 0 ? '' : value })}
        >
          {title}
          {count !== undefined && <span className={due && count > 0 ? 'listing-tabs-due' : undefined}>{count}</span>}
        </button>
      ))}
    </nav>
  );
}
