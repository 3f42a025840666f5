import { longestSlug } from '@mojian/contract/platform/rules';
import { useState } from 'react';
import { useSending } from '../../../../../ui/use-sending.ts';
import { Quiet } from '../category-field.tsx';
import { useLimited } from '../limited.ts';
import { Setting } from '../setting.tsx';
import type { SettingsProps } from '../settings-props.ts';

type Props = Pick<SettingsProps, 'writing' | 'parts' | 'site'>;

/** The article's name in its address, where the owner has such addresses on; proposed from the title's sound. */
export function SlugField({ writing, parts, site }: Props) {
  const { content, change, errors, draft } = writing;
  const limited = useLimited(content.slug, (slug) => change({ slug }), longestSlug);
  const { isBusy, problem, propose, check } = useSlugs({ writing, parts });
  return (
    <Setting
      field="slug"
      label="网址别名"
      beside={content.title.trim() !== '' && <Quiet words={isBusy ? '正在生成…' : '按拼音生成'} act={propose} />}
      error={limited.error ?? errors.slug ?? problem}
      hint={
        <>
          地址是 {site.url}/article/{draft?.id ?? '编号'}
          {content.slug && <>；站长开启别名之后，是 /article/{content.slug}</>}
        </>
      }
    >
      {(control) => (
        <input
          {...control}
          value={limited.value}
          onChange={limited.onChange}
          onBlur={check}
          placeholder="ye-li-jian-xiu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Setting>
  );
}

/** Asks the server for a name, and whether a name is free. */
function useSlugs({ writing: { content, change, draft }, parts }: Pick<Props, 'writing' | 'parts'>) {
  const { isBusy, refusal, send } = useSending();
  const [judged, setJudged] = useState({ slug: '', problem: '' });
  const ask = (query: { title: string; slug?: string }) =>
    parts.reading.slugs.propose({ query: { ...query, ...(draft && { id: draft.id }) } });
  const propose = () => send(async () => change({ slug: (await ask({ title: content.title })).slug }));
  const check = async () => {
    if (content.slug === '') return;
    // handed in, it is judged again: not to be told beforehand is no loss
    const found = await ask({ title: content.title, slug: content.slug }).catch(() => undefined);
    if (found) setJudged({ slug: content.slug, problem: found.problem });
  };
  const problem = (judged.slug === content.slug && judged.problem) || refusal?.message;
  return { isBusy, problem, propose, check };
}
