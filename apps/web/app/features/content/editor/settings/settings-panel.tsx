import { readTypes } from '@mojian/contract/platform/rules';
import { useHas } from '../../../../features-on.ts';
import { AccessField } from './access-field.tsx';
import { CategoryField } from './category-field.tsx';
import { CommentingField } from './commenting-field.tsx';
import { CoverField } from './cover/cover-field.tsx';
import { mayPublish } from './may-publish.ts';
import { ScheduleField } from './schedule-field.tsx';
import { SeoBox } from './seo/seo-box.tsx';
import { SeriesField } from './series-field.tsx';
import type { SettingsProps } from './settings-props.ts';
import { SourceField } from './source-field.tsx';
import { SummaryField } from './summary-field.tsx';
import { TagsField } from './tags-field.tsx';
import { useOutline } from './use-outline.ts';
import './settings.css';

/** All that goes with an article beside its title and its text. */
export function SettingsPanel({ writing, parts, settings, site, withdraw }: SettingsProps) {
  const has = useHas();
  const { summary, ending } = useOutline(writing.content);
  return (
    <div className="settings">
      <CoverField writing={writing} parts={parts} />
      <SummaryField writing={writing} made={summary} />
      <CategoryField writing={writing} parts={parts} />
      <TagsField writing={writing} parts={parts} />
      <SourceField writing={writing} />
      <AccessField {...{ writing, ending, site }} />
      {has('comments') && <CommentingField writing={writing} />}
      {has('series') && <SeriesField {...{ writing, parts, settings }} />}
      {mayPublish(writing) && writing.content.readType !== readTypes.onlyAuthor && (
        <ScheduleField writing={writing} settings={settings} withdraw={withdraw} />
      )}
      <SeoBox writing={writing} parts={parts} site={site} summary={summary} />
    </div>
  );
}
