import { type KeyScope, keyScopes } from '@mojian/contract/platform/key-scopes';
import { Icon } from '@mojian/ui/icon';
import { Button, Typography } from 'antd';

const copyWords = (words: string) => (
  <span className="access-key-copy">
    <Icon name="copy" />
    {words}
  </span>
);
const copying = { icon: [copyWords('复制'), copyWords('复制好了')], tooltips: false };

/** The new key in a frame, until its owner says that it is stored: it is never shown again. */
export function MadeKey({ name, text, close }: { name: string; text: string; close: () => void }) {
  return (
    <section className="card access-key-new" aria-label="新钥匙">
      <header>
        <h2>「{name}」的钥匙做好了</h2>
        <strong>只显示这一次</strong>
      </header>
      <div className="card-body">
        <Typography.Paragraph className="access-key-text" copyable={{ ...copying, text }}>
          <code>{text}</code>
        </Typography.Paragraph>
        <div className="row row-wrap">
          <p>离开这页就再也看不到了。丢了不要紧，停用它，再做一把。</p>
          <Button onClick={close}>我存好了</Button>
        </div>
      </div>
    </section>
  );
}

export function McpCard() {
  const address = `${location.origin}/mcp`;
  return (
    <section className="card">
      <header>
        <h2>接到 AI 助手（MCP）</h2>
      </header>
      <div className="card-body access-keys-mcp">
        <div>
          <p>在助手里添加一个「MCP 服务」，粘这个地址，再粘一把钥匙。</p>
          <Typography.Paragraph className="access-key-text" copyable={{ ...copying, text: address }}>
            <code>{address}</code>
          </Typography.Paragraph>
        </div>
        <ol>
          <li>做一把钥匙，勾上想让它做的事。</li>
          <li>在助手的设置里添加 MCP 服务，类型选「HTTP」，请求头写 Authorization: Bearer 钥匙。</li>
          <li>对它说：「把昨天的草稿列给我看。」</li>
        </ol>
      </div>
    </section>
  );
}

export function Scopes({ scopes }: { scopes: KeyScope[] }) {
  return (
    <span className="access-key-scopes">
      {scopes.map((scope) => (
        <span key={scope} title={keyScopes[scope].about}>
          {keyScopes[scope].title}
        </span>
      ))}
    </span>
  );
}
