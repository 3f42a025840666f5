import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { goToProvider } from './go-to-provider.ts';
import { usePasskey } from './use-passkey.ts';

/** By the numbers of loginTypeList, in the order they stand. */
const providers = [
  { type: 2, words: '用 QQ 登录', icon: 'qq' },
  { type: 4, words: '用 Gitee 登录', icon: 'gitee' },
  { type: 3, words: '用微博登录', icon: 'wb' },
  { type: 5, words: '用微信登录', icon: 'wx' },
  { type: 6, words: '用 GitHub 登录', icon: 'git' },
];
const wechat = 5;

type Props = { site: SiteInfo; close: () => void; showWechat: () => void };

export function OtherWays({ site, close, showWechat }: Props) {
  const passkey = usePasskey(close);
  const open = providers.filter(({ type }) => site.loginTypeList.includes(type));
  const go = (type: number) => (type === wechat && site.wechatWays.reply ? showWechat() : goToProvider(type));
  if (open.length === 0 && !passkey.isPossible) return null;
  return (
    <>
      <div className="or">或者</div>
      {open.length > 0 && (
        <div className="soc">
          {open.map(({ type, words, icon }) => (
            <button key={type} className="ib" type="button" aria-label={words} title={words} onClick={() => go(type)}>
              <Icon name={icon} />
            </button>
          ))}
        </div>
      )}
      {passkey.isPossible && (
        <button className="btn wide passkey" type="button" aria-disabled={passkey.busy} onClick={passkey.logIn}>
          <Icon name="key" />
          用通行密钥登录
        </button>
      )}
    </>
  );
}
