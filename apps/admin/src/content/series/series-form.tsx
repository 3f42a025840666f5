import type { SeriesRow } from '@mojian/contract/content/series-admin';
import { type Named, NameForm } from '../../platform/form/name-form.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { series: SeriesRow | undefined; onClose: (isDone: boolean) => void };

/** Begins a series of one's own, or changes anybody's. */
export function SeriesForm({ series, onClose }: Props) {
  const send = (given: Named) => {
    if (!series) return api.series.create({ body: given });
    const { id, name, intro } = series;
    return api.series.update({ body: { id, ...given, before: { name, intro } } });
  };
  return (
    <NameForm
      title={series ? `编辑专栏「${series.name}」` : '新建专栏'}
      label="专栏名"
      about="写在专栏页的名字下面，可以不写"
      initial={series}
      send={send}
      onClose={onClose}
    />
  );
}
