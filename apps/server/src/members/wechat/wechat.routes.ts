import { wechat } from '@mojian/contract/members/wechat';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { collectLogin, issueLoginCode } from './login-codes.ts';

export function routes(serve: Serve, { db }: { db: Db }) {
  serve(wechat, {
    loginCode: (_input, caller) => issueLoginCode(db, caller),
    isLogin: ({ query: { loginCode } }, caller) => collectLogin(db, loginCode, caller),
  });
}
