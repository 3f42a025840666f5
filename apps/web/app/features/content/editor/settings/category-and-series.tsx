import { isFailure } from '@mojian/contract/platform/failures';
import { longestName } from '@mojian/contract/platform/rules';
import { type KeyboardEvent, useState } from 'react';
import { useLoaded } from '../../../../ui/loading.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Setting, type SettingsProps } from './setting.tsx';

const staff = ['owner', 'admin', 'editor'];
const newCategory = '\n'; // an id that no category has

/** Category select; staff may create a category. */
export function CategoryField({ writing, deps }: Pick<SettingsProps, 'writing' | 'deps'>) {
  const { content, change, errors, me } = writing;
  const { data: names = [], failed, again } = useLoaded('categories', () => deps.reading.categories.names());
  const [isNaming, setNaming] = useState(false);
  const choose = (value: string) => {
    setNaming(value === newCategory);
    change({ category: value === newCategory ? '' : value });
  };
  return (
    <Setting
      field="category"
      label="分类"
      beside={isNaming && <TextButton words="选择已有的" act={() => choose('')} />}
      error={errors.category}
      hint={failed && <TextButton words="分类加载失败，重试" act={again} />}
    >
      {(control) =>
        isNaming ? (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the field replaces the select that had the focus
            autoFocus
            value={content.category}
            maxLength={longestName}
            placeholder="新分类的名字"
            onChange={({ target }) => change({ category: target.value })}
          />
        ) : (
          <select {...control} value={content.category} onChange={({ target }) => choose(target.value)}>
            <option value="">未分类</option>
            {[...new Set([...names, content.category])].filter(Boolean).map((name) => (
              <option key={name}>{name}</option>
            ))}
            {staff.includes(me.role) && <option value={newCategory}>新建分类…</option>}
          </select>
        )
      }
    </Setting>
  );
}

export function TextButton({ words, act }: { words: string; act: () => void }) {
  return (
    <button type="button" className="settings-quiet-link sub" onClick={act}>
      {words}
    </button>
  );
}

const newSeriesValue = 'new';

/** Series select with a form for a new series. */
export function SeriesField({ writing, deps, settings }: Pick<SettingsProps, 'writing' | 'deps' | 'settings'>) {
  const { content, change, errors, me } = writing;
  const mine = useLoaded(`series of ${me.id}`, () => deps.reading.series.mine());
  const { newSeries, nameSeries } = settings;
  const own = mine.data ?? [];
  if (newSeries !== undefined)
    return (
      <NewSeries
        deps={deps}
        name={newSeries}
        setName={nameSeries}
        made={(seriesId) => {
          change({ seriesId });
          mine.again();
        }}
        close={() => nameSeries(undefined)}
      />
    );
  const isKnown = content.seriesId === null || own.some(({ id }) => id === content.seriesId);
  return (
    <Setting
      field="seriesId"
      label="专栏"
      error={errors.seriesId}
      hint={mine.failed && <TextButton words="专栏加载失败，重试" act={mine.again} />}
    >
      {(control) => (
        <select
          {...control}
          value={content.seriesId ?? ''}
          onChange={({ target }) =>
            target.value === newSeriesValue
              ? nameSeries('')
              : change({ seriesId: target.value === '' ? null : Number(target.value) })
          }
        >
          <option value="">不放进专栏</option>
          {own.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!isKnown && <option value={content.seriesId ?? ''}>现在的专栏</option>}
          <option value={newSeriesValue}>新建专栏…</option>
        </select>
      )}
    </Setting>
  );
}

/** Creates a series, or returns the author's series of that name. @throws Failure. */
export async function makeSeries({ reading: { series } }: SettingsProps['deps'], name: string) {
  try {
    return (await series.create({ body: { name } })).id;
  } catch (error) {
    if (!isFailure(error) || error.id !== 'taken') throw error;
    const known = (await series.mine()).find((one) => one.name === name.trim());
    if (!known) throw error;
    return known.id;
  }
}

type NewProps = Pick<SettingsProps, 'deps'> & {
  name: string;
  setName: (name: string) => void;
  made: (id: number) => void;
  close: () => void;
};

function NewSeries({ deps, name, setName, made, close }: NewProps) {
  const { isBusy, refusal, send } = useSending();
  const create = async () => {
    const done = await send(async () => made(await makeSeries(deps, name)));
    if (done) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void create();
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  };
  return (
    <Setting
      field="seriesId"
      label="新专栏"
      beside={<TextButton words="选择已有的" act={close} />}
      error={refusal?.message}
      hint="不按「新建」也行，发布时会一起新建"
    >
      {(control) => (
        <span className="settings-with-button">
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the field replaces the select that had the focus
            autoFocus
            value={name}
            maxLength={longestName}
            placeholder="专栏的名字"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="btn" onClick={create} aria-disabled={isBusy}>
            {isBusy ? '正在新建…' : '新建'}
          </button>
        </span>
      )}
    </Setting>
  );
}
