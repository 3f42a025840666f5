import { longestName } from '@mojian/contract/rules';
import { type KeyboardEvent, useState } from 'react';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { Quiet } from './category-field.tsx';
import { Setting } from './setting.tsx';
import type { SettingsProps } from './settings-props.ts';

const isNew = 'new';

/** Which of the author's own series it belongs to; a new one is made in passing. */
export function SeriesField({ writing, parts }: Pick<SettingsProps, 'writing' | 'parts'>) {
  const { content, change, errors, me } = writing;
  const mine = useLoaded(`series of ${me.id}`, () => parts.reading.series.mine());
  const [isNaming, setNaming] = useState(false);
  const own = mine.data ?? [];
  if (isNaming)
    return (
      <NewSeries
        parts={parts}
        made={(seriesId) => {
          change({ seriesId });
          mine.again();
        }}
        close={() => setNaming(false)}
      />
    );
  const isKnown = content.seriesId === null || own.some(({ id }) => id === content.seriesId);
  return (
    <Setting
      field="seriesId"
      label="专栏"
      error={errors.seriesId}
      hint={mine.failed && <Quiet words="专栏暂时取不到，再试一次" act={mine.again} />}
    >
      {(control) => (
        <select
          {...control}
          value={content.seriesId ?? ''}
          onChange={({ target }) =>
            target.value === isNew
              ? setNaming(true)
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
          <option value={isNew}>开一个新的…</option>
        </select>
      )}
    </Setting>
  );
}

type NewProps = Pick<SettingsProps, 'parts'> & { made: (id: number) => void; close: () => void };

function NewSeries({ parts, made, close }: NewProps) {
  const [name, setName] = useState('');
  const { isBusy, refusal, send } = useSending();
  const create = async () => {
    const done = await send(async () => made((await parts.reading.series.create({ body: { name } })).id));
    if (done) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void create();
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
  };
  return (
    <Setting
      field="seriesId"
      label="新专栏"
      beside={<Quiet words="从已有的里选" act={close} />}
      error={refusal?.message}
    >
      {(control) => (
        <span className="with-button">
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the list that had the focus
            autoFocus
            value={name}
            maxLength={longestName}
            placeholder="专栏的名字"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="btn" onClick={create} aria-disabled={isBusy}>
            {isBusy ? '正在开…' : '开'}
          </button>
        </span>
      )}
    </Setting>
  );
}
