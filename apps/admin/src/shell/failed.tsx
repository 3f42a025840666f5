import { isFailure } from '@mojian/contract/failures';
import { Button, Result } from 'antd';
import { useNavigate, useRouteError } from 'react-router';

/** Instead of a screen that could not be shown: who must log in, who may not enter, what went wrong. */
export function Failed() {
  const error = useRouteError();
  const navigate = useNavigate();
  const id = isFailure(error) ? error.id : 'unexpected';
  if (id === 'signed-out')
    return (
      <Result
        status="info"
        title="请先登录"
        subTitle="后台与站点用同一个账号：在站点登录之后再回来。"
        extra={
          <Button href="/?login" type="primary">
            去登录
          </Button>
        }
      />
    );
  if (id === 'not-allowed')
    return (
      <Result
        status="403"
        title="没有权限"
        subTitle="这个账号进不了这里。"
        extra={<Button href="/">回到站点</Button>}
      />
    );
  return (
    <Result
      status="error"
      title={error instanceof Error ? error.message : '出了点问题'}
      extra={<Button onClick={() => navigate(0)}>再试一次</Button>}
    />
  );
}
