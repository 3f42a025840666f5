import { mailPresets } from '@mojian/contract/core/mail-presets';
import type { Value } from '@mojian/contract/core/settings-fields/field';
import { Segmented } from 'antd';

type Props = { value: Value; isLocked: boolean; onChange: (value: Value) => void };

const other = '其他';

/** Fills in the server of a common mail service, and says where its password comes from. */
export function MailPresets({ value, isLocked, onChange }: Props) {
  const chosen = mailPresets.find(({ host }) => host === value.host);
  const choose = (name: string) => {
    const preset = mailPresets.find((one) => one.name === name);
    const { host, port, secure } = preset ?? { host: '', port: 465, secure: true };
    onChange({ ...value, host, port, secure, selfSigned: false });
  };
  return (
    <div className="field">
      <div>
        <b id="mail-preset">你的邮箱</b>
        <p>选了就填好服务器、端口与加密，你再填用户名（邮箱地址）与密码</p>
      </div>
      <div className="field-control">
        <Segmented
          className="field-presets"
          aria-labelledby="mail-preset"
          disabled={isLocked}
          options={[...mailPresets.map(({ name }) => name), other]}
          value={chosen?.name ?? other}
          onChange={choose}
        />
        {chosen && <p className="field-preset-hint">{chosen.hint}</p>}
      </div>
    </div>
  );
}
