import { isGated, readTypes } from '@mojian/contract/platform/rules';
import { useId } from 'react';
import { shutToWriter, whyShut } from '../../article/why-shut.ts';
import { SettingGroup } from './setting.tsx';
import type { FieldProps, SettingsProps } from './settings-props.ts';

const ways = [
  { type: readTypes.free, words: '所有人', line: '不登录也能读到全文' },
  { type: readTypes.afterComment, words: '评论之后', line: '登录的读者留下一条评论，余下的就展开' },
  { type: readTypes.afterLike, words: '点赞之后', line: '登录的读者点一个赞，余下的就展开' },
  { type: readTypes.afterCode, words: '输入公众号验证码', line: '读者向公众号要来六位验证码，填对了就展开' },
  { type: readTypes.signedIn, words: '仅登录用户', line: '登录之后读到全文' },
  {
    type: readTypes.onlyAuthor,
    words: '仅自己',
    line: '谁也看不到，站里的人也一样：没有页面，不在任何列表、搜索与订阅里',
  },
] as const;

type Props = FieldProps & Pick<SettingsProps, 'site'> & { ending: string };

/** Who may read all of it, and, where not all may, up to where everybody does. */
export function AccessField({ writing, ending, site }: Props) {
  const { content, change, errors } = writing;
  const id = useId();
  const shut = shutToWriter[whyShut(content, site)];
  const chosen = ways.find(({ type }) => type === content.readType);
  return (
    <SettingGroup
      field="readType"
      label="谁能读到全文"
      error={errors.readType}
      warning={shut}
      hint={
        <>
          {chosen?.line}
          {isGated(content.readType) && <Ending ending={ending} />}
        </>
      }
    >
      <div className="rad">
        {ways.map(({ type, words }) => (
          <label key={type}>
            <input
              type="radio"
              name={id}
              checked={type === content.readType}
              onChange={() => change({ readType: type })}
            />
            {words}
          </label>
        ))}
      </div>
    </SettingGroup>
  );
}

function Ending({ ending }: { ending: string }) {
  return (
    <>
      。{ending ? `谁都能读到「…${ending}」为止；` : '全文只有一段，谁也看不到开头；'}想在别处停，就在那里单独写一行{' '}
      <code>{'<!-- more -->'}</code>
    </>
  );
}
