import { longestDescription } from '@mojian/contract/platform/rules';
import { KeywordsField } from '../keywords-field.tsx';
import { useLimited } from '../limited.ts';
import { Setting } from '../setting.tsx';
import type { SettingsProps } from '../settings-props.ts';
import { Count } from '../summary-field.tsx';
import { SearchPreview, SharePreview } from './previews.tsx';
import { SlugField } from './slug-field.tsx';
import './seo.css';

type Props = Pick<SettingsProps, 'writing' | 'parts' | 'site'> & { summary: string };

/** How search engines and shared links show the article. */
export function SeoBox({ writing, parts, site, summary }: Props) {
  const { content, errors, draft } = writing;
  const isWrong = Boolean(errors.slug ?? errors.description ?? errors.keywords);
  const shown = { content, site, id: draft?.id, description: content.description || content.summary || summary };
  return (
    <details className="seo" open={isWrong || undefined}>
      <summary>搜索与分享</summary>
      <div className="seo-in">
        <SlugField writing={writing} parts={parts} site={site} />
        <DescriptionField writing={writing} fallback={content.summary || summary} />
        <KeywordsField writing={writing} />
        <SearchPreview {...shown} />
        <SharePreview {...shown} />
      </div>
    </details>
  );
}

function DescriptionField({ writing, fallback }: Pick<Props, 'writing'> & { fallback: string }) {
  const { content, change, errors } = writing;
  const limited = useLimited(content.description, (description) => change({ description }), longestDescription);
  return (
    <Setting
      field="description"
      label="描述"
      beside={<Count of={limited.count} isOver={limited.error !== undefined} />}
      error={limited.error ?? errors.description}
      hint={content.description === '' && '空着时用摘要'}
    >
      {(control) => (
        <textarea {...control} rows={3} value={limited.value} onChange={limited.onChange} placeholder={fallback} />
      )}
    </Setting>
  );
}
