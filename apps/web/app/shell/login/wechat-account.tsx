import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.ts';

type Props = { code: string; account: string; qrCode: string; isOver: boolean };

/** Whom to write to, and what. */
export function WechatAccount({ code, account, qrCode, isOver }: Props) {
  const copy = async () => {
    const done = await copyText(code);
    if (done) toast('success', '登录码已复制');
    else toast('warning', '复制失败，请手动输入');
  };
  return (
    <>
      {qrCode && (
        <img
          className="qr"
          src={qrCode}
          alt={`公众号「${account}」的二维码`}
          width={168}
          height={168}
          data-over={isOver}
        />
      )}
      <button className="codeline" type="button" disabled={isOver} onClick={copy}>
        {code}
        <small>{account ? `发给公众号「${account}」，点一下即可复制` : '点一下即可复制'}</small>
      </button>
    </>
  );
}
