import { Button, Result } from 'antd';

/** The site is what the backup says, and does not know whoever restored it. `to`: where they go on once logged in. */
export function Restored({ to }: { to: string }) {
  return (
    <Result
      status="success"
      title="已恢复，请重新登录"
      subTitle="站点已经是备份里的样子，那里没有你这一次的登录。请用备份里的账号与密码；恢复之前的站点也留了一份，登录之后在「备份」里就能看到。"
      extra={
        <Button type="primary" href={`/?login=${encodeURIComponent(to)}`}>
          去登录
        </Button>
      }
    />
  );
}
