import { Button, Input, Select } from 'antd';

type Option = { value: string; label: string };

/** `none`: what the choice is called while nothing is chosen. */
export type Filter = { name: string; label: string; options?: Option[]; none?: string };

type Props = { filters: Filter[]; query: Record<string, string>; onChange: (part: Record<string, string>) => void };

/** A field for text, or a choice, for each filter. What is chosen stands in the address. */
export function Filters({ filters, query, onChange }: Props) {
  const isFiltered = filters.some(({ name }) => query[name]);
  return (
    <search className="filters">
      {filters.map(({ name, label, options, none = `${label}：全部` }) =>
        options ? (
          <Select
            key={name}
            aria-label={label}
            value={query[name] ?? ''}
            options={[{ value: '', label: none }, ...options]}
            popupMatchSelectWidth={false}
            showSearch={options.length > 12 && { optionFilterProp: 'label' }}
            onChange={(value: string) => onChange({ [name]: value })}
          />
        ) : (
          <Input.Search
            key={`${name} ${query[name] ?? ''}`}
            aria-label={label}
            placeholder={label}
            defaultValue={query[name] ?? ''}
            allowClear
            onSearch={(value) => onChange({ [name]: value.trim() })}
          />
        ),
      )}
      {isFiltered && (
        <Button type="text" onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, ''])))}>
          清掉条件
        </Button>
      )}
    </search>
  );
}
