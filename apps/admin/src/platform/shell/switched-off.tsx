import { Button, Result } from 'antd';
import { useNavigate } from 'react-router';
import { useOffice } from './use-office.ts';

/** In the place of a screen of what the owner has off. */
export function SwitchedOff({ title }: { title: string }) {
  const { may } = useOffice();
  const navigate = useNavigate();
  const open = (
    <Button type="primary" onClick={() => navigate('/settings#set-features')}>
      去「功能」打开
    </Button>
  );
  return (
    <Result
      status="info"
      title={`${title}已关闭`}
      subTitle="写过的都还在，打开后恢复显示。"
      extra={may('settings.change') ? open : undefined}
    />
  );
}
