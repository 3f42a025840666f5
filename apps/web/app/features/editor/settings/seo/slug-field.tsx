import { longestSlug } from '@mojian/contract/rules';
import { useSending } from '../../../../ui/use-sending.ts';
import { Quiet } from '../category-field.tsx';
import { useLimited } from '../limited.ts';
import { Setting } from '../setting.tsx';
import type { SettingsProps } from '../settings-props.ts';

type Props = Pick<SettingsProps, 'writing' | 'site'> & { propose: SettingsProps['proposeSlug'] };

/** The article's name in its address, where the owner has such addresses on; proposed from the title's sound. */
export function SlugField({ writing, site, propose }: Props) {
  const { content, change, errors, draft } = writing;
  const limited = useLimited(content.slug, (slug) => change({ slug }), longestSlug);
  const { isBusy, refusal, send } = useSending();
  const ask = () =>
    send(async () => {
      const { slug } = (await propose?.(content.title)) ?? { slug: '' };
      if (slug) change({ slug });
    });
  return (
    <Setting
      field="slug"
      label="网址别名"
      beside={
        propose && content.title.trim() !== '' && <Quiet words={isBusy ? '正在拟…' : '按题目的拼音拟一个'} act={ask} />
      }
      error={limited.error ?? errors.slug ?? refusal?.message}
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
          placeholder="ye-li-jian-xiu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Setting>
  );
}
