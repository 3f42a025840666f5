import type { ArticleContent } from '@mojian/contract/content/article-content';
import {
  isGated,
  longestArticlePassword,
  longestPasswordHint,
  maskedSecret,
  pageReadTypes,
  readTypes,
} from '@mojian/contract/platform/rules';
import { useId, useState } from 'react';
import { lockedHints, whyLocked } from '../../article/why-locked.ts';
import { type FieldProps, Setting, SettingGroup, type SettingsProps } from './setting.tsx';

const accessChoices = [
  { type: readTypes.free, words: '所有人', line: '不登录也能读到全文' },
  { type: readTypes.afterComment, words: '评论之后', line: '登录的读者留下一条评论，余下的就展开' },
  { type: readTypes.afterLike, words: '点赞之后', line: '登录的读者点一个赞，余下的就展开' },
  { type: readTypes.afterCode, words: '输入公众号验证码', line: '读者向公众号要来六位验证码，填对了就展开' },
  { type: readTypes.withPassword, words: '凭口令阅读', line: '知道口令的人，不登录也能读到全文' },
  { type: readTypes.signedIn, words: '仅登录用户', line: '登录之后读到全文' },
  {
    type: readTypes.onlyAuthor,
    words: '仅自己',
    line: '谁也看不到，站里的人也一样：没有页面，不在任何列表、搜索与订阅里',
  },
] as const;

type Props = FieldProps & Pick<SettingsProps, 'site'> & { ending: string };

/** Access setting, with the end of the public opening. */
export function AccessField({ writing, ending, site }: Props) {
  const { content, change, errors } = writing;
  const id = useId();
  const locked = lockedHints[whyLocked(content, site)];
  const choices = accessChoices.filter(({ type }) => writing.kind === 'article' || pageReadTypes.includes(type));
  const chosen = accessChoices.find(({ type }) => type === content.readType);
  const choose = (type: ArticleContent['readType']) =>
    change({ readType: type, ...(type !== readTypes.withPassword && { password: '', passwordHint: '' }) });
  return (
    <>
      <SettingGroup
        field="readType"
        label="谁能读到全文"
        error={errors.readType}
        warning={locked}
        hint={
          <>
            {chosen?.line}
            {isGated(content.readType) && <Ending ending={ending} />}
          </>
        }
      >
        <div className="settings-rad stack">
          {choices.map(({ type, words }) => (
            <label className="row gap-2-5 sub" key={type}>
              <input type="radio" name={id} checked={type === content.readType} onChange={() => choose(type)} />
              {words}
            </label>
          ))}
        </div>
      </SettingGroup>
      {content.readType === readTypes.withPassword && (
        <>
          <PasswordField writing={writing} />
          <Setting
            field="passwordHint"
            label="提示"
            error={errors.passwordHint}
            hint="读者在填口令的地方看得到，可以不写"
          >
            {(control) => (
              <input
                {...control}
                value={content.passwordHint}
                maxLength={longestPasswordHint}
                placeholder="我们第一次见面的城市"
                onChange={({ target }) => change({ passwordHint: target.value })}
              />
            )}
          </Setting>
        </>
      )}
    </>
  );
}

/** Field of an article's password. The server never sends it back, so the field only tells whether one is set. */
function PasswordField({ writing: { content, change, errors } }: FieldProps) {
  const [typed, setTyped] = useState('');
  const [isSet, setSet] = useState(false);
  if (!isSet && content.password === maskedSecret) setSet(true);
  return (
    <Setting
      field="password"
      label="口令"
      error={errors.password}
      hint={isSet ? '换了口令，从前打开的人要再填一次' : '告诉谁，谁就能读；前后的空白不算'}
    >
      {(control) => (
        <input
          {...control}
          value={typed}
          maxLength={longestArticlePassword}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={isSet ? '已经设好，要换就写新的' : '一个词，或一句话'}
          onChange={({ target: { value } }) => {
            setTyped(value);
            change({ password: value.trim() === '' && isSet ? maskedSecret : value });
          }}
        />
      )}
    </Setting>
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
